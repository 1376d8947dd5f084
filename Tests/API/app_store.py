"""An App Store of the tests' own: a certificate authority in the shape of Apple's, and what it signs."""

import base64
import datetime
import json
import time
import uuid

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from windows import b64

BUNDLE = "com.example.game"
PRODUCT = "com.example.coins100"
SIGNER = "1.2.840.113635.100.6.11.1"
INTERMEDIATE = "1.2.840.113635.100.6.2.1"
NULL = b"\x05\x00"


def _certificate(name, key, issuer=None, issuer_key=None, marker=None):
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    authority = marker != SIGNER
    usage = dict.fromkeys(["content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "crl_sign",
                           "encipher_only", "decipher_only"], False)  # fmt: skip
    builder = (
        x509.CertificateBuilder(
            issuer.subject if issuer else subject, subject, key.public_key(), x509.random_serial_number()
        )
        .not_valid_before(datetime.datetime(2020, 1, 1))
        .not_valid_after(datetime.datetime(2090, 1, 1))
        .add_extension(x509.BasicConstraints(authority, None), critical=True)
        .add_extension(x509.KeyUsage(digital_signature=not authority, key_cert_sign=authority, **usage), critical=True)
    )
    if marker:
        builder = builder.add_extension(x509.UnrecognizedExtension(x509.ObjectIdentifier(marker), NULL), critical=False)
    return builder.sign(issuer_key or key, SHA256())


class AppStore:
    def __init__(self):
        root_key, middle_key = ec.generate_private_key(ec.SECP384R1()), ec.generate_private_key(ec.SECP384R1())
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.root = _certificate("Test Root", root_key)
        middle = _certificate("Test Developer Relations", middle_key, self.root, root_key, INTERMEDIATE)
        leaf = _certificate("Test Signing", self.key, middle, middle_key, SIGNER)
        self.chain = [base64.b64encode(link.public_bytes(Encoding.DER)).decode() for link in (leaf, middle, self.root)]

    def root_file(self):
        return self.root.public_bytes(Encoding.DER)

    def transaction(self, number, **changes):
        now = int(time.time() * 1000)
        fields = {"transactionId": number, "originalTransactionId": number, "bundleId": BUNDLE, "productId": PRODUCT,
                  "purchaseDate": now, "quantity": 1, "type": "Consumable", "signedDate": now, "environment": "Production"}  # fmt: skip
        return self._sign({**fields, **changes})

    def notification(self, kind, transaction=None):
        about = {"bundleId": BUNDLE, "environment": "Production"}
        if transaction:
            about["signedTransactionInfo"] = transaction
        return self._sign({"notificationType": kind, "notificationUUID": str(uuid.uuid4()), "data": about,
                           "signedDate": int(time.time() * 1000)})  # fmt: skip

    def _sign(self, fields):
        words = ".".join(b64(json.dumps(part).encode()) for part in ({"alg": "ES256", "x5c": self.chain}, fields))
        r, s = decode_dss_signature(self.key.sign(words.encode(), ec.ECDSA(SHA256())))
        return f"{words}.{b64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
