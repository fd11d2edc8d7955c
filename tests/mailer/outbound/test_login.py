"""Passwords and tokens come from outside the configuration; what is missing is named."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbem.mailer.login import LoginProblem, access_token, credential, password
from pbem.mailer.settings import Login


def test_the_environment_comes_before_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "password"
    file.write_text("from the file\nsecond line\n")
    login = Login(user="gm", password_env="PBEM_TEST_PASSWORD", password_file=str(file))
    monkeypatch.delenv("PBEM_TEST_PASSWORD", raising=False)
    assert password(login) == "from the file"
    monkeypatch.setenv("PBEM_TEST_PASSWORD", "from outside")
    assert password(login) == "from outside"


def test_a_token_is_what_the_command_prints_and_no_shell_reads_it() -> None:
    login = Login(user="gm", token_command=(sys.executable, "-c", "print('a;b$HOME')"))
    found = credential(login)
    assert found is not None
    assert (found.kind, found.user, found.secret) == ("token", "gm", "a;b$HOME")


def test_a_secret_is_not_in_the_representation() -> None:
    found = credential(Login(user="gm", token_command=(sys.executable, "-c", "print('hush')")))
    assert "hush" not in repr(found)


def test_without_a_user_there_is_nothing_to_log_in_with() -> None:
    assert credential(Login()) is None


@pytest.mark.parametrize(
    ("login", "said"),
    [
        (Login(user="gm"), "name password_env, password_file or token_command"),
        (Login(user="gm", password_env="PBEM_TEST_NOT_SET"), "PBEM_TEST_NOT_SET is empty or not"),
        (Login(user="gm", password_file="/nowhere/at/all"), "cannot read /nowhere/at/all"),
        (Login(user="gm", password_file="/dev/null"), "the first line of /dev/null is empty"),
    ],
)
def test_a_missing_password_is_named_with_its_remedy(login: Login, said: str) -> None:
    with pytest.raises(LoginProblem, match=said):
        password(login)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("raise SystemExit('sign in first')", "ended with code 1: sign in first"),
        ("raise SystemExit(3)", "ended with code 3: it printed no reason"),
        ("print('two words')", "must print the access token and nothing else"),
        ("", "must print the access token and nothing else"),
    ],
)
def test_a_failing_token_command_is_named_with_its_reason(program: str, said: str) -> None:
    with pytest.raises(LoginProblem, match=said):
        access_token(Login(user="gm", token_command=(sys.executable, "-c", program)))


def test_a_token_command_that_is_not_there_is_named() -> None:
    with pytest.raises(LoginProblem, match="cannot run /nowhere/token"):
        access_token(Login(user="gm", token_command=("/nowhere/token",)))
    with pytest.raises(LoginProblem, match="token_command is empty"):
        access_token(Login(user="gm"))
