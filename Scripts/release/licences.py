"""Lists the components that are linked into the program, and collects their licences.

    licences.py --symbols FILE --checkouts FOLDER --lock deploy/swift-packages.lock --toolchain FOLDER --output FOLDER

The list comes from the program's file of symbols. The package graph also has packages that only other traits, tests
and plug-ins need. The debugging information names each source file, and its path names the package. Swift's own
libraries and SQLite have no debugging information, and are identified by a symbol.

The output is a text for each component, with its complete licence and notice files. `components.json` lists the
components for the SBOM. A component with a missing or unknown licence is an error.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TEXTS = pathlib.Path(__file__).resolve().parent / "licences"
# The lock of the packages covers these folders.
SOURCES = re.compile(r"checkouts/([^/\s]+)/(?:Sources/([^/\s]+)|(GRDB))/\S*\.(?:swift|c|cc|cpp|S)$")
ANY_SOURCES = re.compile(r"checkouts/\S*\.(?:swift|c|cc|cpp|S)$")
# `NOTICE.txt` must be passed on (section 4 of the Apache License).
LICENCE_FILES = re.compile(r"(licen[cs]e|copying|notice)(\.(txt|md))?", re.IGNORECASE)


def fail(message):
    sys.exit(f"licences.py: {message}")


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout


def linked_sources(symbols):
    """Returns the targets of each package with a source file in the program, even if only an inlined function
    remains."""
    found = {}
    sections = ("--string-dump=.debug_str", "--string-dump=.debug_line_str")
    for line in output_of("readelf", "--decompress", "--wide", *sections, symbols).splitlines():
        match = SOURCES.search(line.rstrip())
        if match:
            found.setdefault(match[1], set()).add(match[2] or match[3])
        elif ANY_SOURCES.search(line.rstrip()):
            fail(f"this source of a package is not covered by the lock: {line.strip()}")
    if "swift-argument-parser" not in found:
        fail(f"{symbols} does not name the sources of the program: was it built without debugging information?")
    return found


def linked_symbols(symbols):
    return {line.rsplit(" ", 1)[-1] for line in output_of("nm", "--defined-only", "--format=bsd", symbols).splitlines()}


def licence_of(text, name):
    """The SPDX expression of a licence file."""
    flat = " ".join(text.split())
    if "Apache License Version 2.0, January 2004" in flat:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in flat else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in flat and "UNICODE LICENSE V3" in flat:
        return "Unicode-3.0"
    if "Permission is hereby granted, free of charge" in flat:
        return "MIT"
    fail(f"the licence of {name} is not known: look at it, and add it to licence_of")


def with_heading(path, text):
    return f"==== {path}\n\n{text.strip(chr(10))}\n"


class Collection:
    def __init__(self, output):
        self.output = output
        self.components = []
        output.mkdir(parents=True)

    def add(self, name, version, purl, files, licence=None, **more):
        """Adds a component. `files` are pairs of the displayed name and the text. The first one is the licence."""
        if not files:
            fail(f"{name} {version} is linked in, but has no licence file")
        licence = licence or licence_of(files[0][1], name)
        (self.output / f"{name}.txt").write_text(
            "\n".join(with_heading(*file) for file in files), encoding="utf-8")
        self.components.append(dict(
            name=name, version=version, purl=purl, licence=licence, file=f"{name}.txt", **more))


def texts_of(folder, shown):
    """The licence files of a folder, and then its notices."""
    files = [file for file in folder.iterdir() if LICENCE_FILES.fullmatch(file.name) and file.is_file()]
    files.sort(key=lambda file: (file.name.lower().startswith("notice"), file.name))
    if not files or files[0].name.lower().startswith("notice"):
        fail(f"{shown} is linked in, but has no licence file in {folder}")
    return [(f"{shown}/{file.name}", file.read_text(encoding="utf-8")) for file in files]


def add_packages(collection, linked, arguments):
    """Adds the packages. swift-packages.sh has compared their files with the lock."""
    lines = [line.split() for line in arguments.lock.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    locked = {line[0].removesuffix(".git").rsplit("/", 1)[-1]: line for line in lines}
    for name in sorted(linked):
        if name not in locked:
            fail(f"{name} is linked in, but is not in {arguments.lock}")
        location, version, sources = locked[name]
        location = location.removesuffix(".git").removeprefix("https://")
        collection.add(
            name, version, f"pkg:swift/{location}@{version}", texts_of(arguments.checkouts / name, name),
            sources=sources, targets=sorted(linked[name]))


def add_boringssl(collection, checkouts):
    """Adds the copy of BoringSSL in swift-nio-ssl."""
    package, folder = "swift-nio-ssl", checkouts / "swift-nio-ssl/Sources/CNIOBoringSSL"
    revision = re.search(r"[0-9a-f]{40}", (folder / "hash.txt").read_text())
    if not revision:
        fail(f"the revision of BoringSSL is not in hash.txt of {package}")
    # The copy has no licence file, but each of its files has the header of the Apache License, whose text is in the
    # package. The headers name its copyright holders.
    holders, other = set(), []
    for file in sorted(folder.rglob("*")):
        if file.suffix not in (".c", ".cc", ".h", ".S", ".inc") or not file.is_file():
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        head = " ".join(text[:4000].split())
        holders.update(re.findall(r"^[ /*#]*(Copyright .*?)[ */]*$", text, re.MULTILINE))
        if re.search(r"Permission to use|Redistribution and use|Permission is hereby|General Public", head):
            other.append(str(file.relative_to(folder)))
    if other:
        fail(f"BoringSSL in {package} has files under another licence: {', '.join(other)}")
    if not holders:
        fail(f"no copyright holders were found in BoringSSL in {package}")
    licence = (checkouts / package / "LICENSE.txt").read_text(encoding="utf-8")
    collection.add(
        "boringssl", revision[0][:12], f"pkg:github/google/boringssl@{revision[0]}",
        [("BoringSSL, the Apache License, Version 2.0", licence),
         ("BoringSSL, copyright holders", "\n".join(sorted(holders)))],
        revision=revision[0], within=package)


# Third-party code in the packages, in targets that the program does not use at present.
UNUSED = {"CCryptoBoringSSL", "CNIOExtrasZlib", "CXKCP"}


def add_vendored(collection, linked, checkouts):
    """Adds third-party code in the packages with its own licences."""
    used = UNUSED & set().union(*linked.values())
    if used:
        fail(f"the licences of third-party code are missing: {', '.join(sorted(used))}")
    if "CNIOBoringSSL" in linked.get("swift-nio-ssl", ()):
        add_boringssl(collection, checkouts)
    if "CNIOLLHTTP" in linked.get("swift-nio", ()):
        folder = checkouts / "swift-nio/Sources/CNIOLLHTTP"
        header = (folder / "include/c_nio_llhttp.h").read_text()
        numbers = [re.search(rf"#define LLHTTP_VERSION_{part} (\d+)", header) for part in ("MAJOR", "MINOR", "PATCH")]
        if not all(numbers):
            fail("the version of llhttp is not in its header")
        version = ".".join(number[1] for number in numbers)
        collection.add(
            "llhttp", version, f"pkg:github/nodejs/llhttp@v{version}", texts_of(folder, "llhttp"), within="swift-nio")


# Swift's own libraries, each with the symbol that shows that it is linked in. All of them have the licence of the
# toolchain.
TOOLCHAIN = {
    "swift": "swift_retain",
    "swift-corelibs-foundation": "CFRetain",
    "swift-corelibs-libdispatch": "dispatch_async",
    "swift-foundation": "$s20FoundationEssentials4DataVMa",
    "swift-foundation-icu": "swift_u_cleanup",
}


def add_toolchain(collection, symbols, toolchain):
    version = re.search(r"\bSwift version (\d+(?:\.\d+)+)", output_of(toolchain / "bin/swift", "--version"))
    if not version:
        fail("the version of the toolchain is not in swift --version")
    licence = toolchain / "share/swift/LICENSE.txt"
    if not licence.is_file():
        fail(f"{licence} is missing: what is linked in of Swift has no licence")
    for name, symbol in TOOLCHAIN.items():
        if symbol in symbols:
            collection.add(
                name, version[1], f"pkg:github/swiftlang/{name}@swift-{version[1]}-RELEASE",
                [("Swift, LICENSE.txt", licence.read_text(encoding="utf-8"))])
    data = {match[1] for symbol in symbols if (match := re.fullmatch(r"icudt(\d+)_dat", symbol))}
    if data:
        version = data.pop()
        collection.add(
            "icu", version, f"pkg:github/unicode-org/icu@release-{version}-1",
            [("ICU, LICENSE", (TEXTS / "icu.txt").read_text(encoding="utf-8"))], within="swift-foundation-icu")


def add_sqlite(collection, symbols):
    if "sqlite3_open_v2" not in symbols:
        return
    try:
        version = output_of("dpkg-query", "--showformat", "${Version}", "--show", "libsqlite3-dev")
    except (OSError, subprocess.CalledProcessError):
        fail("SQLite is linked in, but not from Debian's libsqlite3-dev, where its licence would be")
    copyright = pathlib.Path("/usr/share/doc/libsqlite3-dev/copyright")
    text = copyright.read_text(encoding="utf-8")
    if "public-domain" not in text:
        fail(f"{copyright} does not say that SQLite is in the public domain")
    collection.add(
        "sqlite", version, f"pkg:deb/debian/sqlite3@{version}?arch=source", [("SQLite, copyright", text)],
        licence="blessing")


def main():
    parser = argparse.ArgumentParser()
    for name in ("symbols", "checkouts", "lock", "toolchain", "output"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    linked = linked_sources(arguments.symbols)
    symbols = linked_symbols(arguments.symbols)
    collection = Collection(arguments.output)
    add_packages(collection, linked, arguments)
    add_vendored(collection, linked, arguments.checkouts)
    add_toolchain(collection, symbols, arguments.toolchain)
    add_sqlite(collection, symbols)
    collection.components.sort(key=lambda component: component["name"])
    (arguments.output / "components.json").write_text(
        json.dumps(collection.components, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
