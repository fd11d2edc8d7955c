"""Passwords and access tokens, fetched when needed and never kept in the configuration."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pbem.mailer.errors import MailError
from pbem.mailer.settings import Login

TOKEN_SECONDS = 30.0
"""How long a token command may take."""


class LoginProblem(MailError):
    """No password or token could be had; the message names the key at fault and the remedy."""


@dataclass(frozen=True)
class Credential:
    """What to log in with: a password, or an OAuth2 access token for XOAUTH2."""

    kind: Literal["password", "token"]
    user: str
    secret: str = field(repr=False)


def credential(login: Login) -> Credential | None:
    """What `login` says to log in with; None where it names no user.

    Raises :class:`LoginProblem`.
    """
    if not login.user:
        return None
    if login.token_command:
        return Credential("token", login.user, access_token(login))
    return Credential("password", login.user, password(login))


def password(login: Login) -> str:
    """The password from the environment, or else from the first line of the file.

    Raises :class:`LoginProblem`.
    """
    if login.password_env:
        found = os.environ.get(login.password_env, "")
        if found:
            return found
        if not login.password_file:
            raise LoginProblem(
                f"password_env: the environment variable {login.password_env} is empty or not "
                "set; set it for the service, or name a password_file"
            )
    if login.password_file:
        return _first_line(Path(login.password_file).expanduser())
    raise LoginProblem(
        f"login of {login.user!r}: no password; name password_env, password_file or token_command"
    )


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as lines:
            found = lines.readline().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise LoginProblem(
            f"password_file: cannot read {path}: {error}; it must be a text file that the "
            "service may read"
        ) from error
    if not found:
        raise LoginProblem(f"password_file: the first line of {path} is empty; write it there")
    return found


def access_token(login: Login) -> str:
    """A fresh access token: what ``token_command`` prints. It is run without a shell.

    Raises :class:`LoginProblem`.
    """
    command = login.token_command
    if not command:
        raise LoginProblem(f"login of {login.user!r}: token_command is empty; name a program")
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=TOKEN_SECONDS, check=True
        )
    except subprocess.CalledProcessError as error:
        last = (error.stderr or "").strip().splitlines()[-1:] or ["it printed no reason"]
        raise LoginProblem(
            f"token_command: {command[0]} ended with code {error.returncode}: {last[0]}; "
            "run it by hand and sign in again"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise LoginProblem(
            f"token_command: {command[0]} took over {TOKEN_SECONDS:.0f} s; run it by hand, it may "
            "be waiting for somebody to sign in"
        ) from error
    except (OSError, ValueError) as error:
        raise LoginProblem(
            f"token_command: cannot run {command[0]}: {error}; give the full path of the program"
        ) from error
    token = done.stdout.strip()
    if not token or len(token.split()) != 1:
        raise LoginProblem(
            f"token_command: {command[0]} must print the access token and nothing else"
        )
    return token
