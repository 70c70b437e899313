"""Certificates, good and bad, created by openssl."""

import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Certificate:
    chain: Path
    key: Path

    @property
    def options(self) -> tuple[str, ...]:
        return ("--tls-certificate", str(self.chain), "--tls-key", str(self.key))

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.chain))


def openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True, stdin=subprocess.DEVNULL)


def make_certificate(folder: Path, name: str = "localhost") -> Certificate:
    """Creates a self-signed certificate for this machine, and for `far.invalid`, which only a proxy reaches."""
    certificate = Certificate(folder / f"{name}.pem", folder / f"{name}.key")
    openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:far.invalid", "-days", "2",
        "-keyout", str(certificate.key), "-out", str(certificate.chain))
    return certificate


def make_expired_certificate(folder: Path) -> Certificate:
    """Creates a certificate with openssl's small authority. Only this authority can set a past expiry date."""
    certificate = make_certificate(folder, "expired")
    request, index = folder / "expired.csr", folder / "expired.index"
    index.write_text("")
    settings = folder / "expired.cnf"
    settings.write_text(
        f"[ca]\ndefault_ca=own\n[own]\ndatabase={index}\nnew_certs_dir={folder}\nrand_serial=yes\ndefault_md=sha256\n"
        "policy=any\nunique_subject=no\n[any]\ncommonName=supplied\n")
    openssl("req", "-new", "-key", str(certificate.key), "-subj", "/CN=localhost", "-out", str(request))
    openssl(
        "ca", "-batch", "-config", str(settings), "-selfsign", "-keyfile", str(certificate.key), "-in", str(request),
        "-startdate", "20200101000000Z", "-enddate", "20210101000000Z", "-notext", "-out", str(certificate.chain))
    return certificate


def make_encrypted_key(certificate: Certificate) -> Certificate:
    key = certificate.key.with_suffix(".encrypted")
    openssl("pkey", "-in", str(certificate.key), "-aes256", "-passout", "pass:secret", "-out", str(key))
    return Certificate(certificate.chain, key)
