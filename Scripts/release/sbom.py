"""Writes the SBOM, CycloneDX 1.6 in JSON: sbom.py PARTS LOCK ARCHITECTURE VERSION REVISION >FILE

The components in the program come from PARTS/licences/components.json. The components that are only in the image come
from the lock of its packages. The property `calearning:in` distinguishes them. The serial number is computed from the
contents, and the time is SOURCE_DATE_EPOCH.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid
from urllib.parse import quote

PARTS, LOCK = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
ARCHITECTURE, VERSION, REVISION = sys.argv[3:]


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout


def properties(values):
    return [{"name": f"calearning:{name}", "value": value} for name, value in sorted(values.items())]


def sha256(digest):
    return [{"alg": "SHA-256", "content": digest}]


def licences(expression):
    # A licence with an exception is an expression. A single identifier is not.
    return [{"expression": expression} if " " in expression else {"license": {"id": expression}}]


def library(name, version, purl, place, **more):
    return {
        "type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, "scope": "required",
        "properties": properties({"in": place, **more})}


def linked(component):
    more = {name: component[name] for name in ("revision", "sources") if name in component}
    if "targets" in component:
        more["targets"] = " ".join(component["targets"])
    entry = library(component["name"], component["version"], component["purl"], "program", **more)
    return entry | {"licenses": licences(component["licence"])}


def packaged(line):
    name, version, digest, _, path = line.split()
    kind = "all" if path.endswith("_all.deb") else ARCHITECTURE
    purl = f"pkg:deb/debian/{quote(name, safe='')}@{quote(version, safe='')}?arch={kind}&distro=debian-12"
    entry = library(name, version, purl, "image") | {"hashes": sha256(digest)}
    # The short names of the licences in a copyright file that is machine-readable.
    contents = f'dpkg-deb --fsys-tarfile "{PARTS}/packages/{name}.deb"'
    text = output_of("sh", "-c", f"{contents} | tar --extract --to-stdout ./usr/share/doc/{name}/copyright || true")
    names = sorted(set(re.findall(r"^License: *(\S[^\n]*?)\s*$", text, re.MULTILINE)))
    if names and text.startswith("Format:"):
        entry["licenses"] = [{"license": {"name": name}} for name in names]
    return entry


components = json.loads((PARTS / "licences/components.json").read_text())
in_program = [linked(component) for component in components]
in_image = [packaged(line) for line in LOCK.read_text().splitlines() if not line.startswith("#")]
loaded = re.findall(r"\(NEEDED\).*\[(.+)\]", output_of("readelf", "--dynamic", PARTS / "calearning"))
program = {
    "type": "application", "bom-ref": "calearning", "name": "calearning", "version": VERSION, "licenses": licences("MIT"),
    "hashes": sha256(hashlib.sha256((PARTS / "calearning").read_bytes()).hexdigest()),
    "properties": properties({"revision": REVISION, "dynamic-libraries": " ".join(sorted(loaded))})}
image = {
    "type": "container", "bom-ref": "calearning-image", "name": "calearning", "version": VERSION,
    "description": "The OCI image: the program, and Debian packages below it"}

purls = {component["name"]: component["purl"] for component in components}
depends = {entry["bom-ref"]: [] for entry in (program, image, *in_program, *in_image)}
depends["calearning-image"] = ["calearning", *(entry["bom-ref"] for entry in in_image)]
for component in components:
    depends[purls[component["within"]] if "within" in component else "calearning"].append(component["purl"])

moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
document = {
    "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6",
    "version": 1, "metadata": {"timestamp": f"{moment:%Y-%m-%dT%H:%M:%SZ}", "component": program},
    "components": sorted(in_program + in_image, key=lambda entry: entry["bom-ref"]) + [image],
    "dependencies": [{"ref": name, "dependsOn": sorted(names)} for name, names in sorted(depends.items())]}
document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(document, sort_keys=True))}"
print(json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False))
