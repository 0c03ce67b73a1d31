#!/usr/bin/env python3
"""Writes Sources/HTML/Characters/NamedCharacters.swift from Python's copy of HTML's list of named characters.

The list is frozen (HTML Standard, 13.5), so this need not run again unless the form of the file changes.
"""

import html.entities
import pathlib


def lines():
    names = html.entities.html5
    for name in sorted((name[:-1] for name in names if name.endswith(";")), key=str.encode):
        characters = names[name + ";"]
        mark = "!" if name in names else ""
        yield " ".join([name + mark] + [f"{ord(character):X}" for character in characters])


target = pathlib.Path(__file__).parent.parent / "Sources/HTML/Characters/NamedCharacters.swift"
target.write_text(
    "// Written by Scripts/generate-html-entities.py: change that and run it again.\n\n"
    "/// What HTML has names for: a line for each name in byte order, with the code points in hexadecimal.\n"
    "///\n"
    "/// An exclamation mark follows the old names, which need no semicolon.\n"
    "enum NamedCharacters {\n"
    '    static let list: StaticString = """\n'
    + "".join(f"        {line}\n" for line in lines())
    + '        """\n'
    + "}\n"
)
