"""The built-in mail server: pymap and aiosmtpd on loopback over Maildirs.

With it the whole service works without an account and without a network.
"""

from pbem.mailer.embedded.server import EmbeddedServer, EmbeddedServerProblem

__all__ = ["EmbeddedServer", "EmbeddedServerProblem"]
