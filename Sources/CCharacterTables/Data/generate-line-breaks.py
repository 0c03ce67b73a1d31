#!/usr/bin/env python3
"""Writes line-breaks.txt from Unicode's data: a section for each class of UAX #14 but letters, with its code points.

Classes that the rules of UAX #14 part by a second property are parted here, and classes that rule LB1 resolves are
resolved, save the scripts that are written without spaces (SA), which have a class of their own.
"""

import tables

CLASSES = tables.properties("LineBreak.txt", "XX")
# What LineBreak.txt says of code points that are not assigned stands in its comments.
for first, last in [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]:
    CLASSES[first : last + 1] = ["ID" if value == "XX" else value for value in CLASSES[first : last + 1]]
WIDTHS = tables.properties("EastAsianWidth.txt", "N")
CATEGORIES = tables.properties("extracted/DerivedGeneralCategory.txt", "Cn")
PICTOGRAPHS = tables.pictographs()

# The order of LineBreakClass in LineSegmenter.swift.
ORDER = """
    letter number hebrew hangulLV hangulLVT jamoL jamoV jamoT ideograph complex space zeroWidthSpace lineEnd
    glue wordJoiner joiner mark open openWide close closeParenthesis closeWide quote quoteStart quoteEnd
    exclamation infix slash hyphen dash breakAfter breakBefore nonstarter inseparable contingent prefix
    postfix regional emojiBase emojiModifier pictograph
""".split()

NAMES = {
    "BA": "breakAfter", "BB": "breakBefore", "B2": "dash", "CB": "contingent", "CL": "close", "CM": "mark",
    "EB": "emojiBase", "EM": "emojiModifier", "EX": "exclamation", "GL": "glue", "H2": "hangulLV", "H3": "hangulLVT",
    "HL": "hebrew", "HY": "hyphen", "ID": "ideograph", "IN": "inseparable", "IS": "infix", "JL": "jamoL", "JV": "jamoV",
    "JT": "jamoT", "NS": "nonstarter", "NU": "number", "PO": "postfix", "PR": "prefix", "RI": "regional", "SA": "complex",
    "SP": "space", "SY": "slash", "WJ": "wordJoiner", "ZW": "zeroWidthSpace", "ZWJ": "joiner",
    "BK": "lineEnd", "CR": "lineEnd", "LF": "lineEnd", "NL": "lineEnd",
}


def name(code_point):
    value = CLASSES[code_point]
    category = CATEGORIES[code_point]
    wide = WIDTHS[code_point] in ("F", "W", "H")
    if code_point in PICTOGRAPHS and category == "Cn":
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


# Hangul's syllables are counted out.
named = ["letter" if name(point).startswith("hangul") else name(point) for point in range(0x20000)]
ranges = {}
for first, last, value in tables.ranges(named):
    ranges.setdefault(value, []).append((first, last))
del ranges["letter"]

# Beyond, all code points of a plane are alike, which LineBreakClass relies on.
assert {name(c) for c in range(0x20000, 0x2FFFE)} == {name(c) for c in range(0x30000, 0x3FFFE)} == {"ideograph"}
assert {name(c) for c in range(0x40000, 0xE0000)} == {name(c) for c in range(0xF0000, 0x110000)} == {"letter"}

lines = []
for value in sorted(ranges):
    lines += [f"{value} {tables.hexadecimal(ORDER.index(value))}", *tables.range_lines(ranges[value])]
tables.write("line-breaks", f"Unicode {tables.unicode_version()}", lines)
