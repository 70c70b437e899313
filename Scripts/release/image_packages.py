"""Finds the packages of the image: image_packages.py ARCHITECTURE WANTED PACKAGES-FILE..."""

import re
import subprocess
import sys


def newer(one, other):
    return subprocess.run(["dpkg", "--compare-versions", one, "gt", other]).returncode == 0


def stanzas(path):
    for block in open(path, encoding="utf-8").read().split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z0-9-]+): (.*)$", block, re.MULTILINE))
        if fields:
            # The archive that has the package after the mirror has a newer one.
            fields["archive"] = "debian-security" if "debian-security" in path else "debian"
            yield fields


def names(field):
    """Each dependency is a list of alternatives."""
    for dependency in filter(None, (part.strip() for part in field.split(","))):
        yield [re.split(r"[\s(:]", alternative.strip())[0] for alternative in dependency.split("|")]


def main():
    architecture, wanted_file, *indices = sys.argv[1:]
    available = {}
    for index in indices:
        for fields in stanzas(index):
            old = available.get(fields["Package"])
            if old is None or newer(fields["Version"], old["Version"]):
                available[fields["Package"]] = fields
    lines = [line.strip() for line in open(wanted_file, encoding="utf-8")]
    lines = [line for line in lines if line and not line.startswith("#")]
    left_out = {line[1:] for line in lines if line.startswith("-")}
    open_names, chosen = [line for line in lines if not line.startswith("-")], {}
    while open_names:
        name = open_names.pop()
        if name in chosen:
            continue
        if name not in available:
            sys.exit(f"image_packages.py: there is no package {name}")
        fields = chosen[name] = available[name]
        if fields["Architecture"] not in (architecture, "all"):
            sys.exit(f"image_packages.py: {name} is for {fields['Architecture']}")
        for field in ("Pre-Depends", "Depends"):
            for alternatives in names(fields.get(field, "")):
                if not left_out.intersection(alternatives):
                    open_names.append(alternatives[0])
    print("# Written by Scripts/release/update-image-packages.sh: package, version, SHA-256, archive, path.")
    for name in sorted(chosen):
        fields = chosen[name]
        print(name, fields["Version"], fields["SHA256"], fields["archive"], fields["Filename"])


if __name__ == "__main__":
    main()
