#!/usr/bin/env python3
"""Writes named-characters.txt from Python's copy of HTML's list of named characters.

A line for each name in byte order, with its code points. An exclamation mark follows the old names, which need no
semicolon. The list is frozen (HTML Standard, 13.5), so this need not run again unless the form of the file changes.
"""

import html.entities

import tables


def lines():
    names = html.entities.html5
    for name in sorted((name[:-1] for name in names if name.endswith(";")), key=str.encode):
        mark = "!" if name in names else ""
        yield f"{name}{mark} {tables.hexadecimal(*map(ord, names[name + ';']))}"


tables.write("named-characters", "the HTML Standard, 13.5", lines())
