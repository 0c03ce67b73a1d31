#!/usr/bin/env python3
"""Writes cell-traits.txt from Unicode's data: the CellTrait of every code point, in steps of 4096 code points, 64 and one.

The table is looked up in as it stands. Each line has 64 characters, whose lowest bits count. A line of traits has one
for each code point; the others have numbers of lines, each in two characters of five bits: first those of each 4096 code
points' part, then the parts, two lines of numbers each.

What is younger than Unicode 14 is marked as unknown, because it is unknown to glibc 2.36, and the widths follow
glibc's localedata/unicode-gen/utf8_gen.py, because wcwidth() is what ncurses advances by. When glibc moves on,
change KNOWN and run this again.
"""

import tables

KNOWN = (14, 0)
LENGTH = 64

# The order of CellTrait in CellWidth.swift.
(NARROW, WIDE, MARK, SPACING_MARK, WIDE_MARK, PREPENDED, LEADING, VOWEL, TRAILING, NARROW_PICTOGRAPH, WIDE_PICTOGRAPH,
 REGIONAL, UNKNOWN, SPECIAL, IGNORABLE, JOINER) = range(16)

# Blanks that are no spaces by their category: the Hangul fillers and the empty Braille pattern.
BLANKS = {0x2800, 0x3164, 0xFFA0}
# What adds nothing to see, or what only some terminals join: variation selectors, the keycap, the grapheme joiner,
# two silent Khmer vowels, tags.
IGNORABLES = {0x34F, 0x17B4, 0x17B5, 0x200C, *range(0xFE00, 0xFE10), 0x20E3, *range(0xE0020, 0xE0080),
              *range(0xE0100, 0xE01F0)}

AGES = tables.properties("DerivedAge.txt")
WIDTHS = tables.properties("EastAsianWidth.txt")
CATEGORIES = tables.properties("extracted/DerivedGeneralCategory.txt", "Cn")
BREAKS = tables.properties("auxiliary/GraphemeBreakProperty.txt")
PICTOGRAPHS = tables.pictographs()


def is_special(code_point, category):
    return (
        category in ("Cc", "Cs", "Zl", "Zp", "Zs")
        or code_point in BLANKS
        or code_point & 0xFFFE == 0xFFFE
        or 0xFDD0 <= code_point <= 0xFDEF
        or 0xFFF0 <= code_point <= 0xFFFC
        or 0xE0000 <= code_point < 0xE1000
        or BREAKS[code_point] == "Control"
    )


def trait(code_point):
    category = CATEGORIES[code_point]
    if code_point in IGNORABLES:
        return IGNORABLE
    if is_special(code_point, category):
        return SPECIAL
    age = AGES[code_point]
    if age is None or tuple(map(int, age.split("."))) > KNOWN or category in ("Cn", "Co"):
        return UNKNOWN
    cells = width(code_point, category)
    joining = BREAKS[code_point]
    if joining in ("Extend", "SpacingMark"):
        return (MARK, SPACING_MARK, WIDE_MARK)[cells]
    if joining in JOINING:
        assert JOINING[joining][1] == cells, hex(code_point)
        return JOINING[joining][0]
    assert cells > 0, hex(code_point)
    if code_point in PICTOGRAPHS:
        return (NARROW_PICTOGRAPH, WIDE_PICTOGRAPH)[cells - 1]
    return (NARROW, WIDE)[cells - 1]


JOINING = {"Prepend": (PREPENDED, 1), "L": (LEADING, 2), "V": (VOWEL, 0), "T": (TRAILING, 0), "ZWJ": (JOINER, 0),
           "Regional_Indicator": (REGIONAL, 1)}


def width(code_point, category):
    if BREAKS[code_point] == "Prepend":
        return 1
    if category in ("Mn", "Me", "Cf") or BREAKS[code_point] in ("V", "T"):
        return 0
    if 0x3248 <= code_point < 0x3250 or 0x4DC0 <= code_point < 0x4E00 or WIDTHS[code_point] in ("W", "F"):
        return 2
    return 1


def text(lowest_bits):
    return "".join(chr(ord("@") + bits) for bits in lowest_bits)


def numbers(of_lines):
    assert max(of_lines) < 1 << 10, "The table no longer fits its numbers."
    bits = [bits for line in of_lines for bits in divmod(line, 32)]
    return [text(bits[start : start + LENGTH]) for start in range(0, len(bits), LENGTH)]


def distinct(rows):
    """The rows without repetitions, and for each of the given ones which of these it is."""
    places = {}
    return places, [places.setdefault(row, len(places)) for row in rows]


def slices(values):
    return [tuple(values[start : start + LENGTH]) for start in range(0, len(values), LENGTH)]


blocks, block_of = distinct(slices([trait(code_point) for code_point in range(tables.END)]))
# Most of the upper planes is one block over and over.
parts, part_of = distinct(slices(block_of))
# Line 0 says where the table is from. The numbers of the parts end in the middle of a line.
first_part = 10
first_block = first_part + 2 * len(parts)
lines = numbers([first_part + 2 * part for part in part_of] + [0] * 16)
assert len(lines) == first_part - 1
for part in parts:
    lines += numbers([first_block + block for block in part])
lines += [text(block) for block in blocks]
tables.write("cell-traits", f"Unicode {tables.unicode_version()}", lines, LENGTH)
