"""A server with a vault beside its configuration, and the vault's commands."""

import hashlib
import os
import subprocess
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager

from operated import PATIENCE, SECRET, SETTINGS, Operated
from windows import b64

WORDS = "zoom falcon abacus abdomen zone arousal"
OTHER = "abdomen abdomen zoom zone falcon falcon"
NAMED = "vault: vault.age\n"
# As random as one that is drawn, so that it can be searched for.
APP_SECRET = b64(hashlib.sha256(b"bazaar").digest())
OPEN = SETTINGS.replace(SECRET, APP_SECRET)


@contextmanager
def piped(passphrase):
    """The end of a pipe that has a passphrase and nothing behind it."""
    reader, writer = os.pipe()
    os.write(writer, passphrase.encode() + b"\n")
    os.close(writer)
    try:
        yield reader
    finally:
        os.close(reader)


class Vaulted(Operated):
    """Its settings name the vault, which has the app secret of `bazaar`; the data folder isn't adopted yet."""

    def __init__(self, folder, data=None, passphrase=WORDS, **start):
        super().__init__(folder, data, **{"stdin": subprocess.DEVNULL, **start})
        self.passphrase = passphrase
        self.name_vault(OPEN.replace(APP_SECRET, "vault:bazaar-app"))
        if not (folder / "vault.age").exists():
            self.keep("init", "--work-factor", "10")
            self.keep("add", "bazaar-app", input=APP_SECRET)

    def name_vault(self, settings):
        self.config.write_text(settings + NAMED)
        return self

    def begin(self, *options, passphrase=True):
        """Starts it, and doesn't wait. With `passphrase=None` it starts locked."""
        if passphrase is None:
            return super().begin(*options)
        with piped(self.passphrase if passphrase is True else passphrase) as reader:
            before, self.options = self.options, {**self.options, "pass_fds": [reader]}
            try:
                return super().begin("--passphrase-fd", str(reader), *options)
            finally:
                self.options = before

    def start(self, *options):
        super().start(*options)
        self.wait_for(self.is_unlocked)
        return self

    def start_locked(self, *options):
        self.begin(*options, passphrase=None)
        self.wait_for(self.answers)
        return self

    def vault(self, *arguments, passphrase=True, new=None, **options):
        """A command of the vault's, to its end. Passphrases come through pipes, `None` for no passphrase."""
        old = self.passphrase if passphrase is True else passphrase
        given = [("--passphrase-fd", old), ("--new-passphrase-fd", new)]
        with ExitStack() as pipes:
            readers = {option: pipes.enter_context(piped(text)) for option, text in given if text is not None}
            asked = [word for option, reader in readers.items() for word in (option, str(reader))]
            options = {"env": self.options.get("env"), "input": "", "pass_fds": [*readers.values()], **options}
            return self.run("vault", *map(str, arguments), *asked, **options)

    def done(self, *arguments, **options):
        """What such a command says; it must succeed."""
        command = self.vault(*arguments, **options)
        assert command.returncode == 0, command.stderr
        return command.stdout

    def keep(self, *arguments, **options):
        """What a command says that reads or changes the vault's file."""
        return self.done(*arguments, "--vault", self.folder / "vault.age", **options)

    def adopt(self):
        return self.done("adopt", *self.where)

    def unlock(self, passphrase=True):
        """The command as it ended."""
        return self.vault("unlock", *self.where, passphrase=passphrase)

    def status(self):
        return self.done("status", *self.where, passphrase=None)

    @property
    def where(self):
        return "--data", self.data, "--config", self.config

    def read(self, path, token=None):
        """The status, the bytes and the headers of an answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(self.address + path, None, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read(), error.headers

    def is_ready(self):
        return self.read("/readyz")[0] == 200

    def is_unlocked(self):
        return self.read("/v1/stores")[0] == 200
