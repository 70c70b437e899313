"""Writes an OCI image, as an archive of its layout, without a container engine.

    image.py --packages FOLDER --program FILE --licences FOLDER --licence FILE --architecture amd64 --version VERSION --revision COMMIT --output FILE

FOLDER has the Debian packages of the lowest layer. SOURCE_DATE_EPOCH is the time of all files. The archive depends
only on these inputs. Its entries are sorted, and owners and modes are named here or in the packages.
"""

import argparse
import hashlib
import io
import json
import os
import pathlib
import posixpath
import re
import subprocess
import sys
import tarfile

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
# A number that no user of a machine has. By custom, images without root use it.
USER = 65532
STATE = "var/lib/calearning"
MERGED = ("bin", "sbin", "lib", "lib64")

# Files that no program needs: documents, translations, scripts, and conversions between character sets.
LEFT_OUT = re.compile(
    r"usr/share/(?!doc/|common-licenses/)|usr/share/doc/[^/]+/(?!copyright$)|usr/s?bin/|usr/lib/[^/]+/gconv/|usr/lib/[^/]+/audit/"
    r"|etc/(?!ld\.so|krb5|gss)|usr/lib/(?:mime|tmpfiles\.d|sysctl\.d)/|var/|usr/(?:games|src|include)/")
ONLY_OF = {"base-files": re.compile(r"usr/lib/os-release|etc/os-release|usr/share/common-licenses/.*|usr/share/doc/base-files/copyright")}


def fail(message):
    sys.exit(f"image.py: {message}")


class Layer:
    """The entries of a layer, by their paths."""

    def __init__(self):
        self.entries = {}

    def put(self, path, kind=tarfile.REGTYPE, data=b"", mode=0o644, target="", owner=0, origin=""):
        if path.startswith("/") or ".." in path.split("/"):
            fail(f"this is no path of a file in an image: {path}")
        if mode & 0o7000 and not (kind == tarfile.DIRTYPE and path == "tmp"):
            fail(f"{path} of {origin} has special permissions: {mode:o}")
        new = (kind, data, mode, target, owner)
        old = self.entries.get(path)
        if old and old != new and not (old[0] == kind == tarfile.DIRTYPE):
            fail(f"{path} is there twice, the second time from {origin}")
        if not old:
            self.entries[path] = new

    def folder(self, path, **more):
        self.put(path, kind=tarfile.DIRTYPE, mode=more.pop("mode", 0o755), **more)

    def link(self, path, target, **more):
        self.put(path, kind=tarfile.SYMTYPE, mode=0o777, target=target, **more)

    def archive(self):
        # The folders above a file. They precede it in the order of names.
        for path in list(self.entries):
            above = posixpath.dirname(path)
            while above:
                if above not in self.entries:
                    self.folder(above)
                elif self.entries[above][0] != tarfile.DIRTYPE:
                    fail(f"{above} is no folder, but {path} is in it")
                above = posixpath.dirname(above)
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for path in sorted(self.entries):
                kind, data, mode, target, owner = self.entries[path]
                info = tarfile.TarInfo(path + ("/" if kind == tarfile.DIRTYPE else ""))
                info.type, info.mode, info.mtime, info.linkname = kind, mode, EPOCH, target
                info.uid = info.gid = owner
                info.size = len(data) if kind == tarfile.REGTYPE else 0
                archive.addfile(info, io.BytesIO(data) if kind == tarfile.REGTYPE else None)
        return buffer.getvalue()


def merged(path):
    """Returns the path of a file after Debian's move of /lib into /usr/lib."""
    return f"usr/{path}" if path.split("/")[0] in MERGED else path


def wanted(package, path):
    if package in ONLY_OF:
        return bool(ONLY_OF[package].fullmatch(path))
    return not LEFT_OUT.match(path)


def add_package(layer, file, certificates):
    control = subprocess.run(["dpkg-deb", "--field", file], check=True, capture_output=True, text=True).stdout
    package = re.search(r"^Package: (\S+)$", control, re.MULTILINE)[1]
    contents = subprocess.run(["dpkg-deb", "--fsys-tarfile", file], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(contents)) as archive:
        for member in archive:
            path = merged(posixpath.normpath(member.name.removeprefix("./")))
            # OpenSSL refuses the whole bundle if a part is not a certificate, like the package's example.
            if package == "ca-certificates" and path.startswith("usr/share/ca-certificates/") and path.endswith(".crt"):
                certificates[path] = archive.extractfile(member).read()
            if member.isdir() or not wanted(package, path):
                continue
            if member.issym():
                layer.link(path, member.linkname, origin=package)
            elif member.isreg() or member.islnk():
                # A hard link becomes a copy, because hard links are few and small.
                layer.put(path, data=archive.extractfile(member).read(), mode=member.mode, origin=package)
            else:
                fail(f"{path} of {package} is neither a file nor a link")
    # Scanners read the packages of an image without a package manager from here.
    layer.put(f"var/lib/dpkg/status.d/{package}", data=control.replace("\n", "\nStatus: install ok installed\n", 1).encode())


def system(packages):
    layer, certificates = Layer(), {}
    for name in MERGED:
        layer.link(name, f"usr/{name}")
    for file in sorted(packages.glob("*.deb")):
        add_package(layer, file, certificates)
    if len(certificates) < 50:
        fail(f"there are only {len(certificates)} certificates")
    bundle = b"".join(certificates[path].rstrip(b"\n") + b"\n" for path in sorted(certificates))
    layer.put("etc/ssl/certs/ca-certificates.crt", data=bundle)
    layer.put("etc/nsswitch.conf", data=b"passwd: files\ngroup: files\nhosts: files dns\n")
    nologin = "/usr/sbin/nologin"
    layer.put("etc/passwd", data=(
        f"root:x:0:0:root:/root:{nologin}\ncalearning:x:{USER}:{USER}:calearning:/{STATE}:{nologin}\n").encode())
    layer.put("etc/group", data=f"root:x:0:\ncalearning:x:{USER}:\n".encode())
    layer.folder("tmp", mode=0o1777)
    for name in ("dev", "proc", "run", "sys", "var/tmp"):
        layer.folder(name)
    return layer


def program(arguments):
    layer = Layer()
    layer.put("usr/bin/calearning", data=arguments.program.read_bytes(), mode=0o755)
    layer.folder(STATE, mode=0o700, owner=USER)
    layer.put("usr/share/doc/calearning/LICENSE", data=arguments.licence.read_bytes())
    for text in sorted(arguments.licences.glob("*.txt")):
        layer.put(f"usr/share/doc/calearning/licences/{text.name}", data=text.read_bytes())
    return layer


class Layout:
    """The blobs of an image, named by their sums."""

    def __init__(self):
        self.blobs = {}

    def add(self, data, media):
        digest = hashlib.sha256(data).hexdigest()
        self.blobs[digest] = data
        return {"mediaType": media, "digest": f"sha256:{digest}", "size": len(data)}

    def add_json(self, value, media):
        return self.add(json.dumps(value, sort_keys=True, separators=(",", ":")).encode(), media)

    def write(self, path, files):
        named = {f"blobs/sha256/{digest}": data for digest, data in self.blobs.items()}
        named |= {name: json.dumps(value, sort_keys=True, separators=(",", ":")).encode() for name, value in files.items()}
        with tarfile.open(path, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for folder in ("blobs/", "blobs/sha256/"):
                info = tarfile.TarInfo(folder)
                info.type, info.mode, info.mtime = tarfile.DIRTYPE, 0o755, EPOCH
                archive.addfile(info)
            for name in sorted(named):
                info = tarfile.TarInfo(name)
                info.mode, info.mtime, info.size = 0o644, EPOCH, len(named[name])
                archive.addfile(info, io.BytesIO(named[name]))


def main():
    parser = argparse.ArgumentParser()
    for name in ("packages", "program", "licences", "licence", "output"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    for name in ("architecture", "version", "revision"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()

    created = subprocess.run(
        ["date", "--utc", f"--date=@{EPOCH}", "+%Y-%m-%dT%H:%M:%SZ"], check=True, capture_output=True, text=True).stdout.strip()
    labels = {
        "org.opencontainers.image.title": "calearning",
        "org.opencontainers.image.description": "The service that issues UDIDs, and the command line program",
        "org.opencontainers.image.version": arguments.version,
        "org.opencontainers.image.revision": arguments.revision,
        "org.opencontainers.image.created": created,
        "org.opencontainers.image.licenses": "MIT",
    }
    layout, layers, differences, history = Layout(), [], [], []
    for layer, what in ((system(arguments.packages), "Debian packages"), (program(arguments), "calearning")):
        archive = layer.archive()
        packed = subprocess.run(["gzip", "--no-name"], input=archive, check=True, capture_output=True).stdout
        layers.append(layout.add(packed, "application/vnd.oci.image.layer.v1.tar+gzip"))
        differences.append(f"sha256:{hashlib.sha256(archive).hexdigest()}")
        history.append({"created": created, "created_by": what})
        print(f"{what}: {len(archive) / 1e6:.1f} MB, {len(packed) / 1e6:.1f} MB compressed")

    configuration = layout.add_json({
        "architecture": arguments.architecture, "os": "linux", "created": created, "history": history,
        "rootfs": {"type": "layers", "diff_ids": differences},
        "config": {
            "User": f"{USER}:{USER}", "WorkingDir": "/", "StopSignal": "SIGTERM", "Labels": labels,
            "Entrypoint": ["/usr/bin/calearning"], "Cmd": ["serve"],
            "Env": [
                "CALEARNING_DRAIN_DELAY=5", "CALEARNING_HOST=0.0.0.0", f"CALEARNING_STATE_DIR=/{STATE}", "PATH=/usr/bin"],
            "ExposedPorts": {"8000/tcp": {}}, "Volumes": {f"/{STATE}": {}},
        },
    }, "application/vnd.oci.image.config.v1+json")
    manifest = layout.add_json({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": configuration, "layers": layers, "annotations": labels,
    }, "application/vnd.oci.image.manifest.v1+json")
    # A tag has no plus sign.
    tag = arguments.version.replace("+", "-")
    manifest["annotations"] = {
        "org.opencontainers.image.ref.name": tag, "io.containerd.image.name": f"localhost/calearning:{tag}"}
    manifest["platform"] = {"architecture": arguments.architecture, "os": "linux"}

    def blob(descriptor):
        return f"blobs/sha256/{descriptor['digest'].removeprefix('sha256:')}"

    layout.write(arguments.output, {
        "oci-layout": {"imageLayoutVersion": "1.0.0"},
        "index.json": {
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest]},
        # This lets `docker load` accept the same file.
        "manifest.json": [{
            "Config": blob(configuration), "Layers": [blob(layer) for layer in layers],
            "RepoTags": [f"localhost/calearning:{tag}"]}],
    })


if __name__ == "__main__":
    main()
