"""Debian's Dovecot and Postfix, started on loopback with files of their own.

Every address of every domain has a mailbox, the password is the same for all,
plus-addresses land in the one mailbox, and nothing leaves the machine: Postfix
hands all mail to Dovecot's delivery agent.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

NEEDED = ("dovecot", "postfix", "postqueue", "openssl")
DELIVERY_AGENT = Path("/usr/lib/dovecot/dovecot-lda")
MAIL_USER = "mail"
START_SECONDS = 20.0

CERTIFICATE = (
    *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
    *("-nodes", "-days", "2", "-subj", "/CN=localhost"),
    *("-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"),
)

DOVECOT = """\
base_dir = {home}/run
log_path = {home}/dovecot.log
protocols = imap
ssl = yes
ssl_cert = <{home}/cert.pem
ssl_key = <{home}/key.pem
disable_plaintext_auth = no
auth_username_format = %Lu
mail_home = {home}/mail/%Lu
mail_location = maildir:~/Maildir
mail_max_userip_connections = 100
first_valid_uid = 1
recipient_delimiter = +
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={user} allow_all_users=yes
}}
service imap-login {{
  inet_listener imap {{
    address = 127.0.0.1
    port = {imap}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {imaps}
  }}
}}
auth_failure_delay = 0
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  unix_listener stats-writer {{
    mode = 0666
  }}
}}
"""

MAIN_CF = """\
compatibility_level = 3.6
queue_directory = {home}/queue
data_directory = {home}/data
maillog_file = {home}/postfix.log
maillog_file_prefixes = {home}
myhostname = mx.test
mydestination =
alias_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtp_dns_support_level = disabled
recipient_delimiter = +
default_transport = dovecot
dovecot_destination_recipient_limit = 1
message_size_limit = 60000000
mailbox_size_limit = 0
in_flow_delay = 0
"""

MASTER_CF = """\
127.0.0.1:{smtp} inet n - n - - smtpd
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
pickup    unix n - n 60 1 pickup
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
proxymap  unix - - n - - proxymap
anvil     unix - - n - 1 anvil
flush     unix n - n 1000? 0 flush
showq     unix n - n - - showq
error     unix - - n - - error
retry     unix - - n - - error
postlog   unix-dgram n - n - 1 postlogd
dovecot   unix - n n - 4 pipe flags=DRu user={user}:{user} argv={agent} -c {home}/dovecot.conf
  -o mail_fsync=never -f ${{sender}} -a ${{original_recipient}} -d ${{user}}@${{domain}}
"""


def why_not() -> str | None:
    """What is missing for these servers to run, in a few words; None when nothing is."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing or not DELIVERY_AGENT.exists():
        return "install dovecot-imapd, postfix and openssl"
    if os.geteuid() != 0:
        return "Postfix must be started by root"
    version = subprocess.run(["dovecot", "--version"], capture_output=True, text=True, check=True)
    if not version.stdout.startswith("2.3."):
        return f"the configuration is for Dovecot 2.3, not {version.stdout.split()[0]}"
    return None


def free_port() -> int:
    """A loopback port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Return when somebody listens on a loopback port. Raises TimeoutError."""
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise TimeoutError(f"nobody listens on port {port}") from None
            time.sleep(0.02)


@dataclass
class DebianServers:
    """Dovecot and Postfix. Stopped and started again they keep their mail and their ports."""

    password: str
    imap_port: int = field(default_factory=free_port)
    imaps_port: int = field(default_factory=free_port)
    smtp_port: int = field(default_factory=free_port)
    home: Path = field(init=False)
    _dovecot: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        # Not pytest's directory: that one is root's alone, and Dovecot never reads mail as root.
        self.home = Path(tempfile.mkdtemp(prefix="pbem-mail-"))
        self.home.chmod(0o755)
        for name, owner in (("mail", MAIL_USER), ("data", "postfix"), ("queue", "root")):
            (self.home / name).mkdir()
            os.chown(self.home / name, pwd.getpwnam(owner).pw_uid, -1)
        log = self.home / "dovecot.log"
        log.touch()
        log.chmod(0o666)
        self._make_certificate()
        self._write("dovecot.conf", DOVECOT)
        (self.home / "postfix").mkdir()
        self._write("postfix/main.cf", MAIN_CF)
        self._write("postfix/master.cf", MASTER_CF)

    @property
    def certificate(self) -> Path:
        """What a client must trust to reach Dovecot by TLS."""
        return self.home / "cert.pem"

    def start(self) -> None:
        """Returns when all ports take connections; nothing happens while they do already."""
        if self._dovecot is not None:
            return
        self._dovecot = subprocess.Popen(
            ["dovecot", "-F", "-c", self.home / "dovecot.conf"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._postfix("start")
        for port in (self.imap_port, self.imaps_port, self.smtp_port):
            wait_for(port)

    def stop(self) -> None:
        if self._dovecot is None:
            return
        self._postfix("stop")
        # The whole group: left alone, Dovecot's children serve their clients to the end.
        os.killpg(self._dovecot.pid, signal.SIGTERM)
        self._dovecot.wait(START_SECONDS)
        with suppress(ProcessLookupError):
            os.killpg(self._dovecot.pid, signal.SIGKILL)
        self._dovecot = None

    def remove(self) -> None:
        """Stop, and delete all files."""
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def flush(self) -> None:
        """Wait until Postfix has delivered all that it took in."""
        end = time.monotonic() + START_SECONDS
        command = ["postqueue", "-c", str(self.home / "postfix"), "-j"]
        while subprocess.run(command, capture_output=True, check=True).stdout.strip():
            if time.monotonic() > end:
                raise TimeoutError("Postfix still holds mail:\n" + self.logs())
            time.sleep(0.05)

    def logs(self) -> str:
        """The ends of both logs, to be shown when something fails."""
        logs = (self.home / "dovecot.log", self.home / "postfix.log")
        return "\n".join(log.read_text()[-2000:] for log in logs if log.exists())

    def _postfix(self, command: str) -> None:
        subprocess.run(
            ["postfix", "-c", str(self.home / "postfix"), command],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _make_certificate(self) -> None:
        subprocess.run(
            [*CERTIFICATE, "-keyout", self.home / "key.pem", "-out", self.home / "cert.pem"],
            check=True,
            capture_output=True,
        )

    def _write(self, name: str, template: str) -> None:
        text = template.format(
            home=self.home,
            password=self.password,
            user=MAIL_USER,
            agent=DELIVERY_AGENT,
            imap=self.imap_port,
            imaps=self.imaps_port,
            smtp=self.smtp_port,
        )
        (self.home / name).write_text(text)
