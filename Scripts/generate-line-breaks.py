#!/usr/bin/env python3
"""Writes Sources/Typesetting/LineBreaking/LineBreakTable.swift from Unicode's data.

The data is that of Debian's package unicode-data, or of a directory named as the argument that is laid out like its
/usr/share/unicode. Classes that the rules of UAX #14 part by a second property are parted here, and classes that rule
LB1 resolves are resolved, save the scripts that are written without spaces (SA), which have a class of their own.
"""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode")
version = re.search(r"LineBreak-([\d.]+)\.txt", (source / "LineBreak.txt").read_text()).group(1)


def properties(name):
    for line in (source / name).read_text().splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) < 2:
            continue
        first, _, last = fields[0].partition("..")
        yield int(first, 16), int(last or first, 16), fields[1]


def table(name, default):
    values = [default] * 0x110000
    for first, last, value in properties(name):
        values[first : last + 1] = [value] * (last + 1 - first)
    return values


classes = table("LineBreak.txt", "XX")
# What LineBreak.txt says of code points that are not assigned stands in its comments.
for first, last in [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]:
    classes[first : last + 1] = [c if c != "XX" else "ID" for c in classes[first : last + 1]]
widths = table("EastAsianWidth.txt", "N")
categories = table("extracted/DerivedGeneralCategory.txt", "Cn")
pictographs = [False] * 0x110000
for first, last, value in properties("emoji/emoji-data.txt"):
    if value == "Extended_Pictographic":
        pictographs[first : last + 1] = [True] * (last + 1 - first)

NAMES = {
    "BA": "breakAfter", "BB": "breakBefore", "B2": "dash", "CB": "contingent", "CL": "close", "CM": "mark",
    "EB": "emojiBase", "EM": "emojiModifier", "EX": "exclamation", "GL": "glue", "H2": "hangulLV", "H3": "hangulLVT",
    "HL": "hebrew", "HY": "hyphen", "ID": "ideograph", "IN": "inseparable", "IS": "infix", "JL": "jamoL", "JV": "jamoV",
    "JT": "jamoT", "NS": "nonstarter", "NU": "number", "PO": "postfix", "PR": "prefix", "RI": "regional", "SA": "complex",
    "SP": "space", "SY": "slash", "WJ": "wordJoiner", "ZW": "zeroWidthSpace", "ZWJ": "joiner",
    "BK": "lineEnd", "CR": "lineEnd", "LF": "lineEnd", "NL": "lineEnd",
}


def name(code_point):
    value = classes[code_point]
    category = categories[code_point]
    wide = widths[code_point] in ("F", "W", "H")
    if pictographs[code_point] and category == "Cn":
        return "pictograph"
    if value in ("AI", "SG", "XX", "AL"):
        return "letter"
    if value == "CJ":
        return "nonstarter"
    if value == "SA" and category in ("Mn", "Mc"):
        return "mark"
    if value == "OP":
        return "openWide" if wide else "open"
    if value == "CP":
        return "closeWide" if wide else "closeParenthesis"
    if value == "QU":
        return {"Pi": "quoteStart", "Pf": "quoteEnd"}.get(category, "quote")
    return NAMES[value]


ranges = {}
previous = None
for code_point in range(0x20000):
    value = name(code_point)
    if value.startswith("hangul"):  # These are counted out.
        value = "letter"
    if value == previous:
        ranges[value][-1][1] = code_point
    else:
        ranges.setdefault(value, []).append([code_point, code_point])
    previous = value
del ranges["letter"]

# Beyond, all code points of a plane are alike, which LineBreakClass relies on.
assert {name(c) for c in range(0x20000, 0x2FFFE)} == {name(c) for c in range(0x30000, 0x3FFFE)} == {"ideograph"}
assert {name(c) for c in range(0x40000, 0xE0000)} == {name(c) for c in range(0xF0000, 0x110000)} == {"letter"}

lines = [
    "// Written by Scripts/generate-line-breaks.py: change that and run it again.",
    "",
    "/// The code points of each class of UAX #14 but letters, as first and last of each range in rising order.",
    "///",
    f"/// Made of Unicode {version}.",
    "enum LineBreakTable {",
    "    static let all: [(LineBreakClass, [UInt32])] = [",
    ",\n".join(f"        (.{value}, {value})" for value in sorted(ranges)),
    "    ]",
]
for value in sorted(ranges):
    cells = [f"0x{first:X}, 0x{last:X}" for first, last in ranges[value]]
    rows = [", ".join(cells[start : start + 5]) for start in range(0, len(cells), 5)]
    lines += ["", f"    private static let {value}: [UInt32] = ["]
    lines += [",\n".join("        " + row for row in rows), "    ]"]
target = pathlib.Path(__file__).parent.parent / "Sources/Typesetting/LineBreaking/LineBreakTable.swift"
target.write_text("\n".join(lines + ["}", ""]))
