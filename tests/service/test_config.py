"""What config.toml may say, and how what it may not say is told."""

from pathlib import Path

import pytest

from pbem.service.config import ConfigError, load_config


def written(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_password_file_is_looked_for_beside_the_configuration(tmp_path: Path) -> None:
    text = '[imap.login]\npassword_file = "secret"\n[smtp.login]\npassword_file = "/etc/secret"\n'
    config = load_config(written(tmp_path, text))
    assert config.imap.login.password_file == str(tmp_path / "secret")
    assert config.smtp.login.password_file == "/etc/secret"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[mail]\nadress = 'x@example.org'", "mail.adress: there is no such key"),
        ("[service]\npoll = 'soon'", "service.poll: 'soon' is no span of time"),
        ("[imap]\nport = 'imap'", "imap.port: "),
        ("[imap]\nsecurity = 'ssl'", "imap.security: "),
        ("[service", "is not TOML"),
    ],
)
def test_what_is_wrong_is_told_in_one_line_with_file_and_key(
    tmp_path: Path, text: str, told: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    said = str(caught.value)
    assert said.startswith(f"{path}: ")
    assert told in said
    assert "\n" not in said
