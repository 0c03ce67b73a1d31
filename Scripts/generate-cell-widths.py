#!/usr/bin/env python3
"""Writes Sources/Typesetting/CellWidthTable.swift from Python's Unicode data.

The rules are those of glibc's localedata/unicode-gen/utf8_gen.py, because wcwidth() is what ncurses advances by.
Unicode 14 (Python 3.11) is what glibc 2.36 knows; run this again, with a matching Python, when glibc moves on.
"""

import pathlib
import unicodedata

PREPENDED_MARKS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
JAMO = {*range(0x1160, 0x1200), *range(0xD7B0, 0xD7C7), *range(0xD7CB, 0xD7FC)}
HEXAGRAMS_AND_CIRCLED = {*range(0x3248, 0x3250), *range(0x4DC0, 0x4E00)}


def width(code_point):
    character = chr(code_point)
    category = unicodedata.category(character)
    if category in ("Cn", "Cc", "Cs", "Zl", "Zp") or code_point == 0xAD or code_point in PREPENDED_MARKS:
        return 1
    if category in ("Mn", "Me", "Cf") or code_point in JAMO:
        return 0
    if code_point in HEXAGRAMS_AND_CIRCLED or unicodedata.east_asian_width(character) in "WF":
        return 2
    return 1


def ranges(cells):
    found = []
    for code_point in range(0x80, 0x110000):
        if width(code_point) != cells:
            continue
        if found and found[-1][1] == code_point - 1:
            found[-1][1] = code_point
        else:
            found.append([code_point, code_point])
    return found


def swift_array(name, comment, cells):
    found = [f"0x{first:X}, 0x{last:X}" for first, last in ranges(cells)]
    rows = [", ".join(found[start : start + 5]) for start in range(0, len(found), 5)]
    body = ",\n".join("        " + row for row in rows)
    return f"    /// {comment}\n    static let {name}: [UInt32] = [\n{body}\n    ]\n"


target = pathlib.Path(__file__).parent.parent / "Sources/Typesetting/CellWidthTable.swift"
target.write_text(
    "// Written by Scripts/generate-cell-widths.py: change that and run it again.\n\n"
    "/// The code points that take no cell or two, as first and last of each range in rising order.\n"
    "enum CellWidthTable {\n"
    f'    static let unicodeVersion = "{unicodedata.unidata_version}"\n\n'
    + swift_array("zero", "Marks that join the character before them, and format characters.", 0)
    + "\n"
    + swift_array("wide", "Ideographs, kana, Hangul syllables and emoji.", 2)
    + "}\n"
)
