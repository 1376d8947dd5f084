"""The lines that docs/operations/README.md has an operator add to nginx.conf."""

import datetime
import http.client
import re
import ssl

import pytest
from asking import ask_once
from caches import HAS_IPV6, OPERATIONS, Nginx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from shelf_process import free_port

HOST = "store.example.com"
LISTENS = re.compile(r" *listen 80;.*\n *listen \[::\]:80;.*\n")


def lines(within):
    """The page's lines for nginx that have these within."""
    page = (OPERATIONS / "README.md").read_text()
    [found] = [block for block in re.findall(r"```nginx\n(.*?)```", page, re.DOTALL) if within in block]
    return found


class WithTLS(Nginx):
    def __init__(self, folder, origin):
        self.tls_port, self.metrics_port = free_port(), free_port()
        write_certificate(folder)
        super().__init__(folder, origin)

    def read(self, file):
        text = super().read(file)
        if file != self.file:
            return text
        text, count = LISTENS.subn(lines("listen 443"), text)
        assert count == 1
        before, included, after = text.partition("    # Where Shelflife is:")
        return before + lines("return 301") + lines("listen 9443") + included + after

    def moves(self):
        moves = super().moves()
        newer = f"listen [::1]:{self.tls_port} ssl http2;" if HAS_IPV6 else ""
        moves[self.file] |= {
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.tls_port} ssl http2;",
            "listen [::]:443 ssl http2;": newer,
            "listen 9443 ssl;": f"listen {self.metrics_port} ssl;",
            f"/etc/ssl/{HOST}.pem": f"{self.folder}/certificate.pem",
            f"/etc/ssl/private/{HOST}.key": f"{self.folder}/private.pem",
            "192.0.2.9": "127.0.0.1",
        }
        return moves

    def ask(self, path, port, address="127.0.0.1", source="127.0.0.1"):
        """The status, over TLS."""
        trusted = ssl.create_default_context(cafile=self.folder / "certificate.pem")
        trusted.check_hostname = False
        source = (source, 0) if address == "127.0.0.1" else None
        connection = http.client.HTTPSConnection(address, port, context=trusted, source_address=source)
        connection.request("GET", path, headers={"Host": HOST})
        return connection.getresponse().status


def write_certificate(folder):
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - day, now + day)
    (folder / "certificate.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    (folder / "private.pem").write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))  # fmt: skip


@pytest.fixture
def secure(tmp_path, origin):
    cache = WithTLS(tmp_path, origin)
    cache.start()
    yield cache
    cache.stop()


def test_over_tls_the_store_is_there_by_both_addresses_and_who_comes_without_is_sent_on(secure):
    for address in ["127.0.0.1", "::1"] if HAS_IPV6 else ["127.0.0.1"]:
        assert secure.ask("/v1/stores", secure.tls_port, address) == 200
    sent = ask_once(secure.port, "/v1/stores?x=1", headers={"Host": HOST})
    assert (sent.status, sent.headers["location"]) == (301, f"https://{HOST}/v1/stores?x=1")


def test_metrics_have_a_port_of_their_own_for_one_address_only(secure):
    assert secure.ask("/metrics", secure.tls_port) == 404
    assert [secure.ask(path, secure.metrics_port) for path in ["/metrics", "/v1/stores"]] == [200, 404]
    assert secure.ask("/metrics", secure.metrics_port, source="127.0.0.2") == 403
