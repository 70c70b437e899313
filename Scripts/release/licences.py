"""Lists the components that are linked into the programs, and collects their licences.

    licences.py OUTPUT CHECKOUTS LOCK TOOLCHAIN SYMBOLS...

The list comes from the programs' files of symbols. The package graph also has packages that only other traits, tests
and plug-ins need. The debugging information names each source file, and its path names the package. Swift's own
libraries and SQLite have no debugging information, and are identified by a symbol.

OUTPUT gets a text for each component, with its complete licence and notice files, and `components.json`, which lists
the components for the SBOM. A component with a missing or unknown licence is an error.
"""

import json
import pathlib
import re
import subprocess
import sys

# The lock of the packages covers these folders.
SOURCES = re.compile(r"checkouts/([^/\s]+)/(?:Sources/([^/\s]+)|(GRDB))/\S*\.(?:swift|c|cc|cpp|S)$")
ANY_SOURCES = re.compile(r"checkouts/\S*\.(?:swift|c|cc|cpp|S)$")
# `NOTICE.txt` must be passed on (section 4 of the Apache License).
LICENCE_FILES = re.compile(r"(licen[cs]e|copying|notice)(\.(txt|md))?", re.IGNORECASE)
# The words of each licence. The first match counts.
LICENCES = [
    ("Unicode-3.0", ["UNICODE LICENSE V3", "Permission is hereby granted, free of charge"]),
    ("Apache-2.0 WITH Swift-exception", ["Apache License Version 2.0, January 2004", "Runtime Library Exception"]),
    ("Apache-2.0", ["Apache License Version 2.0, January 2004"]),
    ("MIT", ["Permission is hereby granted, free of charge"]),
    ("blessing", ["public-domain"]),
]
# Third-party code in the packages, in targets that the programs do not use at present.
UNUSED = {"CCryptoBoringSSL", "CNIOExtrasZlib", "CXKCP"}
# Swift's own libraries, each with the symbol that shows that it is linked in. All have the licence of the toolchain.
SWIFT = {
    "swift": "swift_retain",
    "swift-corelibs-foundation": "CFRetain",
    "swift-corelibs-libdispatch": "dispatch_async",
    "swift-foundation": "$s20FoundationEssentials4DataVMa",
    "swift-foundation-icu": "swift_u_cleanup",
}


def fail(message):
    sys.exit(f"licences.py: {message}")


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout


def found(pattern, text, subject):
    match = re.search(pattern, text)
    return match[1] if match else fail(f"{subject} is not found")


def linked_sources(symbols):
    """Returns the targets of each package with a source file in the program, even if only an inlined function
    remains."""
    linked = {}
    sections = ("--string-dump=.debug_str", "--string-dump=.debug_line_str")
    for line in output_of("readelf", "--decompress", "--wide", *sections, *symbols).splitlines():
        match = SOURCES.search(line.rstrip())
        if match:
            linked.setdefault(match[1], set()).add(match[2] or match[3])
        elif ANY_SOURCES.search(line.rstrip()):
            fail(f"this source of a package is not covered by the lock: {line.strip()}")
    if "swift-argument-parser" not in linked:
        fail(f"{symbols} do not name the sources of the program: was it built without debugging information?")
    if used := UNUSED & set().union(*linked.values()):
        fail(f"the licences of third-party code are missing: {', '.join(sorted(used))}")
    return linked


def component(name, version, purl, texts, **more):
    """`texts` are pairs of a heading and a text. The first is the licence."""
    words = " ".join(texts[0][1].split())
    licence = next((spdx for spdx, parts in LICENCES if all(part in words for part in parts)), None)
    if not licence:
        fail(f"the licence of {name} is not known: look at it, and add it to LICENCES")
    return dict(name=name, version=version, purl=purl, licence=licence, texts=texts, **more)


def texts_of(folder, shown):
    """The licence files of a folder, and then its notices."""
    files = [file for file in folder.iterdir() if LICENCE_FILES.fullmatch(file.name) and file.is_file()]
    files.sort(key=lambda file: (file.name.lower().startswith("notice"), file.name))
    if not files or files[0].name.lower().startswith("notice"):
        fail(f"{shown} is linked in, but has no licence file in {folder}")
    return [(f"{shown}/{file.name}", file.read_text()) for file in files]


def packages(linked, checkouts, lock):
    """The packages. swift-packages.sh has compared their files with the lock."""
    for location, version, sources in (line.split() for line in lock.read_text().splitlines() if not line.startswith("#")):
        location = location.removesuffix(".git").removeprefix("https://")
        name = location.rsplit("/", 1)[-1]
        targets = linked.pop(name, None)
        if targets:
            purl = f"pkg:swift/{location}@{version}"
            yield component(name, version, purl, texts_of(checkouts / name, name), sources=sources, targets=sorted(targets))
    if linked:
        fail(f"these are linked in, but are not in {lock}: {', '.join(linked)}")


def boringssl(package):
    """The copy of BoringSSL in swift-nio-ssl. It has no licence file, but each of its files has the header of the
    Apache License, whose text is in the package. The headers name its copyright holders."""
    folder = package / "Sources/CNIOBoringSSL"
    revision = found(r"([0-9a-f]{40})", (folder / "hash.txt").read_text(), "the revision of BoringSSL")
    holders = set()
    for file in folder.rglob("*"):
        if file.suffix not in (".c", ".cc", ".h", ".S", ".inc"):
            continue
        text = file.read_text(errors="replace")
        holders.update(re.findall(r"^[ /*#]*(Copyright .*?)[ */]*$", text, re.MULTILINE))
        head = " ".join(text[:4000].split())
        if re.search(r"Permission to use|Redistribution and use|Permission is hereby|General Public", head):
            fail(f"BoringSSL in swift-nio-ssl has a file under another licence: {file}")
    if not holders:
        fail(f"no copyright holders were found in {folder}")
    licence = ("BoringSSL, the Apache License, Version 2.0", (package / "LICENSE.txt").read_text())
    return component(
        "boringssl", revision[:12], f"pkg:github/google/boringssl@{revision}",
        [licence, ("BoringSSL, copyright holders", "\n".join(sorted(holders)))], revision=revision, within="swift-nio-ssl")


def llhttp(folder):
    header = (folder / "include/c_nio_llhttp.h").read_text()
    numbers = re.findall(r"#define LLHTTP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
    if len(numbers) != 3:
        fail("the version of llhttp is not in its header")
    version = ".".join(numbers)
    return component(
        "llhttp", version, f"pkg:github/nodejs/llhttp@v{version}", texts_of(folder, "llhttp"), within="swift-nio")


def swift(symbols, toolchain):
    version = found(r"\bSwift version (\d+(?:\.\d+)+)", output_of(toolchain / "bin/swift", "--version"), "the version of Swift")
    licence = [("Swift, LICENSE.txt", (toolchain / "share/swift/LICENSE.txt").read_text())]
    for name, symbol in SWIFT.items():
        if symbol in symbols:
            yield component(name, version, f"pkg:github/swiftlang/{name}@swift-{version}-RELEASE", licence)


def icu(version):
    """The toolchain has no licence of ICU. Debian's ICU is older, but has the licences of the same third-party code."""
    [file] = pathlib.Path("/usr/share/icu").glob("*/LICENSE")
    third_party = found(r"(?s)\n(Third-Party Software Licenses\n.*)", file.read_text(), f"third-party code in {file}")
    own = pathlib.Path("deploy/licences/unicode.txt").read_text()
    return component(
        "icu", version, f"pkg:github/unicode-org/icu@release-{version}-1",
        [("ICU, LICENSE", own), ("ICU, LICENSE, third-party code", third_party)], within="swift-foundation-icu")


def sqlite():
    version = output_of("dpkg-query", "--showformat", "${Version}", "--show", "libsqlite3-dev")
    text = pathlib.Path("/usr/share/doc/libsqlite3-dev/copyright").read_text()
    return component("sqlite", version, f"pkg:deb/debian/sqlite3@{version}?arch=source", [("SQLite, copyright", text)])


def main():
    output, checkouts, lock, toolchain, *files = map(pathlib.Path, sys.argv[1:])
    symbols = {line.rsplit(" ", 1)[-1] for line in output_of("nm", "--defined-only", "--format=bsd", *files).splitlines()}
    linked = linked_sources(files)
    components = [icu(match[1]) for symbol in symbols if (match := re.fullmatch(r"icudt(\d+)_dat", symbol))]
    if "CNIOBoringSSL" in linked.get("swift-nio-ssl", ()):
        components.append(boringssl(checkouts / "swift-nio-ssl"))
    if "CNIOLLHTTP" in linked.get("swift-nio", ()):
        components.append(llhttp(checkouts / "swift-nio/Sources/CNIOLLHTTP"))
    if "sqlite3_open_v2" in symbols:
        components.append(sqlite())
    components += [*swift(symbols, toolchain), *packages(linked, checkouts, lock)]

    output.mkdir(parents=True)
    components.sort(key=lambda component: component["name"])
    for each in components:
        texts = [f"==== {heading}\n\n{text.strip(chr(10))}\n" for heading, text in each.pop("texts")]
        (output / f"{each['name']}.txt").write_text("\n".join(texts))
    (output / "components.json").write_text(json.dumps(components, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
