"""Writes the SBOM, CycloneDX 1.6 in JSON.

    sbom.py --components components.json --lock LOCK --packages FOLDER --program FILE --version VERSION --revision COMMIT --output FILE

The components in the program come from licences.py. The components that are only in the image come from the lock of
its packages. The property `calearning:in` distinguishes them. The serial number is computed from the contents, and
the time is SOURCE_DATE_EPOCH.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid
from urllib.parse import quote


def dynamic_libraries(program):
    dump = subprocess.run(["readelf", "--dynamic", program], check=True, capture_output=True, text=True).stdout
    return sorted(re.findall(r"\(NEEDED\).*\[(.+)\]", dump))


def properties(**values):
    return [{"name": f"calearning:{name}", "value": value} for name, value in sorted(values.items())]


def licences(expression):
    # A licence with an exception is an expression. A single identifier is not.
    if " " in expression:
        return [{"expression": expression}]
    return [{"license": {"id": expression}}]


def linked(components):
    for component in components:
        entry = {
            "type": "library", "bom-ref": component["purl"], "name": component["name"], "version": component["version"],
            "purl": component["purl"], "scope": "required", "licenses": licences(component["licence"]),
            "properties": properties(**{"in": "program"}),
        }
        for name in ("revision", "sources"):
            if name in component:
                entry["properties"] += properties(**{name: component[name]})
        if "targets" in component:
            entry["properties"] += properties(targets=" ".join(component["targets"]))
        if component["purl"].startswith(("pkg:swift/github.com", "pkg:github/")):
            address = component["purl"].split("@")[0].removeprefix("pkg:swift/").replace("pkg:github", "github.com")
            entry["externalReferences"] = [{"type": "vcs", "url": f"https://{address}"}]
        yield entry


def licence_names(package, folder):
    """Returns the short names of the licences in a package's copyright file, if the file is machine-readable."""
    file = folder / f"{package}.deb"
    contents = subprocess.run(["dpkg-deb", "--fsys-tarfile", file], check=True, capture_output=True).stdout
    found = subprocess.run(
        ["tar", "--extract", "--to-stdout", f"./usr/share/doc/{package}/copyright"], input=contents, capture_output=True).stdout
    text = found.decode("utf-8", "replace")
    if not text.startswith("Format:"):
        return []
    return sorted(set(re.findall(r"^License: *(\S[^\n]*?)\s*$", text, re.MULTILINE)))


def packages(lock, folder, architecture):
    for line in lock.read_text().splitlines():
        if line.startswith("#"):
            continue
        name, version, digest, _, path = line.split()
        kind = "all" if path.endswith("_all.deb") else architecture
        purl = f"pkg:deb/debian/{quote(name, safe='')}@{quote(version, safe='')}?arch={kind}&distro=debian-12"
        entry = {
            "type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, "scope": "required",
            "hashes": [{"alg": "SHA-256", "content": digest}], "properties": properties(**{"in": "image"}),
        }
        names = licence_names(name, folder)
        if names:
            entry["licenses"] = [{"license": {"name": name}} for name in names]
        yield entry


def main():
    parser = argparse.ArgumentParser()
    for name in ("components", "lock", "packages", "program", "output"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    for name in ("architecture", "version", "revision"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()

    components = json.loads(arguments.components.read_text())
    in_program = list(linked(components))
    in_image = list(packages(arguments.lock, arguments.packages, arguments.architecture))
    program = {
        "type": "application", "bom-ref": "calearning", "name": "calearning", "version": arguments.version,
        "licenses": licences("MIT"),
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(arguments.program.read_bytes()).hexdigest()}],
        "properties": properties(
            revision=arguments.revision, **{"dynamic-libraries": " ".join(dynamic_libraries(arguments.program))}),
    }
    image = {
        "type": "container", "bom-ref": "calearning-image", "name": "calearning", "version": arguments.version,
        "description": "The OCI image: the program, and Debian packages below it",
    }
    references = {component["name"]: component["purl"] for component in components}
    dependencies = {"calearning": [], "calearning-image": ["calearning"] + [entry["bom-ref"] for entry in in_image]}
    for entry in in_program + in_image:
        dependencies[entry["bom-ref"]] = []
    for component in components:
        dependencies[references[component["within"]] if "within" in component else "calearning"].append(component["purl"])

    moment = subprocess.run(
        ["date", "--utc", f"--date=@{os.environ['SOURCE_DATE_EPOCH']}", "+%Y-%m-%dT%H:%M:%SZ"],
        check=True, capture_output=True, text=True).stdout.strip()
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6",
        "version": 1, "metadata": {"timestamp": moment, "component": program},
        "components": sorted(in_program + in_image, key=lambda entry: entry["bom-ref"]) + [image],
        "dependencies": [
            {"ref": name, "dependsOn": sorted(names)} for name, names in sorted(dependencies.items())],
    }
    if len({entry["bom-ref"] for entry in document["components"]}) != len(document["components"]):
        sys.exit("sbom.py: two components are the same")
    contents = json.dumps(document, sort_keys=True)
    document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, contents)}"
    arguments.output.write_text(json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
