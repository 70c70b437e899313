#!/usr/bin/env python3
"""Writes the manual pages of a program from the program's description of its commands: manual.py PROGRAM DIRECTORY

The pages have the date of SOURCE_DATE_EPOCH, or else of today."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from manual_words import ENGLISH, FILES, JAPANESE, VARIABLES
from roff import Page, bold, italic, literal, plain, usage

STATUS = re.compile(r"^  (\d+) +(.*)$")
VARIABLE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?:=\w+)?", re.ASCII)


class Program:
    """The program, asked in one language."""

    def __init__(self, path, words):
        self.path = path
        self.words = words
        self.root = json.loads(self.output("--experimental-dump-help"))["command"]
        self.name = self.root["commandName"]
        self.prefix = self.name.upper() + "_"
        self.version = self.output("--version").split()[1]
        # The parser's own command only shows the help of others.
        self.commands = [command for command in self.root["subcommands"] if command["commandName"] != "help"]

    def output(self, *arguments, locale=None):
        environment = {"PATH": os.environ["PATH"], "HOME": "/", "LANG": locale or self.words.locale, "COLUMNS": "10000"}
        return subprocess.run([self.path, *arguments], env=environment, check=True, capture_output=True, text=True).stdout

    def usage(self, command):
        """Returns the line of usage. Only the help contains it."""
        arguments = ["--help"] if command is self.root else [command["commandName"], "--help"]
        lines = self.output(*arguments, locale=ENGLISH.locale).splitlines()
        return next(line for line in lines if line.startswith("USAGE: ")).removeprefix("USAGE: ")

    @property
    def statuses(self):
        """The exit statuses and their meanings, as the help of the program lists them."""
        return [match.groups() for match in map(STATUS.match, self.output("help", "exit-status").splitlines()) if match]


def arguments(command, *kinds):
    return [each for each in command.get("arguments", []) if each["kind"] in kinds and each["shouldDisplay"]]


def description(command):
    """The abstract and the paragraphs of the discussion."""
    return [command["abstract"]] + [text for text in command.get("discussion", "").split("\n\n") if text]


def label(argument):
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names", [])]
    names = ", ".join(bold(name) for name in sorted(names, key=len))
    value = italic(argument["valueName"]) if argument["kind"] != "flag" else ""
    return f"{names} {value}".strip()


class Manual:
    def __init__(self, program, date):
        self.program = program
        self.words = program.words
        self.date = date

    def text(self, english, japanese):
        return english if self.words is ENGLISH else japanese

    def summary(self, command):
        """Returns a line for whatis(1). It is the beginning of the abstract, and not a sentence."""
        if self.words is JAPANESE:
            return re.split("[。]", command["abstract"])[0]
        text = command["abstract"].split(": ")[0].rstrip(".")
        return text[0].lower() + text[1:] if text[1].islower() or text[1] == " " else text

    def title(self, command):
        name = self.program.name
        return name if command is self.program.root else f"{name}-{command['commandName']}"

    def page(self, command):
        words, program = self.words, self.program
        title = self.title(command)
        page = Page(title, 1, self.date, f"{program.name} {program.version}", words.manual)
        page.section(words.name)
        page.line(rf"{literal(title)} \- {plain(self.summary(command))}")
        page.section(words.synopsis)
        page.line(usage(program.usage(command)))
        page.section(words.description)
        page.paragraphs(description(command))
        if command is program.root:
            page.section(words.commands)
            for each in program.commands:
                page.entry(f"{bold(self.title(each))}(1)", [each["abstract"]])
        for heading, kinds in (words.arguments, ["positional"]), (words.options, ["option", "flag"]):
            described = arguments(command, *kinds)
            if described:
                page.section(heading)
            for argument in described:
                page.entry(label(argument), self.help(argument))
        page.section(words.statuses)
        for number, meaning in program.statuses:
            page.entry(bold(number), [meaning])
        self.environment(page, command)
        self.files(page, command)
        page.section(words.see_also)
        others = program.commands if command is program.root else [program.root]
        page.line(", ".join(sorted(f"{bold(self.title(other))}(1)" for other in others)))
        return page

    def help(self, argument):
        words = self.words
        texts = [argument.get("abstract", "")]
        values = argument.get("allValues", [])
        if values and argument["kind"] == "option":
            texts.append(words.one_of.format(words.comma.join(f"`{value}`" for value in values)))
        if argument.get("defaultValue"):
            texts.append(words.default.format(f"`{argument['defaultValue']}`"))
        texts.append(argument.get("discussion", ""))
        return [text for text in texts if text]

    def options(self, command):
        """Returns the options of the command by name. The program itself has the options of all its commands."""
        commands = self.program.commands if command is self.program.root else [command]
        return {
            name["name"]: argument
            for each in commands
            for argument in arguments(each, "option", "flag")
            for name in argument["names"]
            if name["kind"] == "long"
        }

    def environment(self, page, command):
        options = self.options(command)
        page.section(self.words.environment)
        for name, argument in options.items():
            for variable in VARIABLE.findall(argument.get("discussion", "")):
                if variable.startswith(self.program.prefix):
                    page.entry(bold(variable), [self.words.stands_for.format(f"`--{name}`")])
        for variables, option, english, japanese in VARIABLES:
            if option is None or option in options:
                variables = [bold(variable.format(prefix=self.program.prefix)) for variable in variables]
                page.entry(", ".join(variables), [self.text(english, japanese)])

    def files(self, page, command):
        options = self.options(command)
        files = [file for file in FILES if file[1] in options]
        if files:
            page.section(self.words.files)
        for path, _, english, japanese in files:
            page.entry(italic(path.format(name=self.program.name)), [self.text(english, japanese)])


def main(path, directory):
    date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    for words in ENGLISH, JAPANESE:
        manual = Manual(Program(path, words), date)
        folder = Path(directory) / words.folder
        folder.mkdir(parents=True, exist_ok=True)
        for command in [manual.program.root, *manual.program.commands]:
            (folder / f"{manual.title(command)}.1").write_text(str(manual.page(command)), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]), sys.argv[2])
