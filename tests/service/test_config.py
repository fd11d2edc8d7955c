"""What config.toml may say, and how what it may not say is told."""

from pathlib import Path

import pytest

from pbem.service.config import ConfigError, load_config
from pbem.service.gamefile import read_game_file


def written(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("language", ["en", "en-GB", "de", "de-AT", "fr_CA"])
def test_a_country_may_have_the_language_that_it_shares(tmp_path: Path, language: str) -> None:
    config = load_config(written(tmp_path, f"[service]\nlanguage = '{language}'\n"))
    assert config.service.language == language


def test_a_seat_cannot_be_given_a_language_that_nobody_speaks_here(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(
        "ruleset = 'hegemon'\n[[seats]]\naddress = 'anna@example.org'\nlanguage = 'tlh'\n"
        "[[seats]]\nbot = 'raider'\n"
    )
    with pytest.raises(ConfigError, match=r"seats\[1\]\.language: there is no translation"):
        read_game_file(path)


def test_the_file_of_an_own_authority_is_looked_for_beside_the_configuration(
    tmp_path: Path,
) -> None:
    config = load_config(written(tmp_path, "[imap]\nca_file = 'ca.pem'\n[smtp]\nport = 25\n"))
    assert config.imap.ca_file == str(tmp_path / "ca.pem")
    assert config.smtp.ca_file == ""


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
        ("[mail]\naddress = 'orders'", "mail.address: 'orders' is no mail address; write it like"),
        ("[mail]\nadmin = 'me at home@x.org'", "mail.admin: 'me at home@x.org' is no mail address"),
        ("[mail]\nanswers_per_hour = 0", "mail.answers_per_hour: write a number of 1 or more"),
        ("[mail]\nmax_bytes = -1", "mail.max_bytes: write a number of 1 or more"),
        ("[service]\nworkers = -3", "service.workers: write a number of 0 or more"),
        ("[service]\nattempts = 0", "service.attempts: write a number of 1 or more"),
        ("[service]\nleast_free_mb = -1", "service.least_free_mb: write a number of 0 or more"),
        ("[service]\nlanguage = 'tlh'", "service.language: there is no translation into 'tlh'; "),
        ("[service]\npoll = '0s'", "service.poll: '0s': write '1s' to '1d'"),
        ("[service]\npoll = '99999999999w'", "service.poll: '99999999999w' is longer than"),
        ("[service]\noutage = '30s'", "service.outage: '30s' must be longer than service.poll"),
        ("[imap]\nport = 0", "imap.port: write a number of 1 or more"),
        ("[imap]\ntimeout = 0", "imap.timeout: write a number of 1.0 or more"),
        ("[imap]\nhost = ''", "imap.host: '' is no host; write it like"),
        ("[imap]\nhost = 'mail.x.org:993'", "imap.host: 'mail.x.org:993' has a port in it"),
        ("[imap]\nprocessed = 'inbox'", "imap.processed: inbox, processed and quarantine are"),
        ("[smtp]\nport = 99999", "smtp.port: write a number of 65535 or less"),
        ("[smtp]\nconnections = 0", "smtp.connections: write a number of 1 or more"),
        ("[embedded]\nimap_port = 99999", "embedded.imap_port: write a number of 65535 or less"),
        ("[embedded]\nsmtp_port = 1143", "embedded.smtp_port: must not be that of imap_port"),
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


CLUB = "[[mailbox]]\nname = 'club'\n[mailbox.mail]\naddress = 'games@club.example'\n"


def test_a_further_mailbox_has_what_it_leaves_out_from_that_of_mail(tmp_path: Path) -> None:
    common = "[mail]\nadmin = 'gm@x.org'\nstrangers_per_hour = 7\nname = 'House'\n"
    own = "name = 'The club'\n[mailbox.imap]\nhost = 'imap.club.example'\nca_file = 'ca.pem'\n"
    config = load_config(written(tmp_path, common + CLUB + own))
    club = config.of("club")
    assert (club.mail.admin, club.mail.strangers_per_hour) == ("gm@x.org", 7)
    assert (club.mail.name, club.mail.address) == ("The club", "games@club.example")
    assert (club.imap.host, club.imap.ca_file) == ("imap.club.example", str(tmp_path / "ca.pem"))
    assert config.of("main").mail.name == "House"
    assert config.key_source("club") == ("club.key", "")
    assert config.mailboxes == ("main", "club")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[service]\n\npoll = 'soon'", "line 3: service.poll: 'soon' is no span of time"),
        (CLUB + "[mailbox.imap]\nport = 'x'", "line 6: mailbox[1].imap.port: write a whole number"),
        (CLUB + "adress = 'x'", "line 5: mailbox[1].mail.adress: there is no such key; there are:"),
        (CLUB + "[mailbox.imap]\nhost = ''", "line 6: mailbox[1].imap.host: '' is no host"),
        (
            CLUB + CLUB.replace("games", "g"),
            "line 6: mailbox[2].name: 'club' is that of mailbox[1]",
        ),
        (CLUB + CLUB.replace("'club'", "'b'"), "line 8: mailbox[2].mail.address: 'games@club.exam"),
        (
            CLUB.replace("games@club.example", "games"),
            "line 4: mailbox[1].mail.address: 'games' is",
        ),
        (CLUB.replace("'club'", "'main'"), "line 2: mailbox[1].name: 'main' is that of [mail]"),
        (
            CLUB.replace("'club'", "'The Club'"),
            "line 2: mailbox[1].name: 'The Club': write 1 to 24",
        ),
        (CLUB + "admin = 'x@x.org'", "line 5: mailbox[1].mail.admin: there is one for all"),
        ("[[mailbox]]\nname = 'club'", "line 1: mailbox[1].mail: missing the key `mail`"),
        ("[[mailbox]]\nname = 'a'\n[mailbox.mail]", "line 3: mailbox[1].mail.address: write the"),
        ("[mailbox]\nname = 'club'", "line 1: mailbox: write [[mailbox]], in two brackets"),
    ],
)
def test_what_is_wrong_with_a_mailbox_is_told_with_its_line(
    tmp_path: Path, text: str, told: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert str(caught.value).startswith(f"{path}: {told}")
