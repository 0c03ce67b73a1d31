#!/usr/bin/env python3
"""Writes Sources/Typesetting/Cells/CellTraitTable.swift from Unicode's data.

The data is Debian's package unicode-data, which this fetches and unpacks under .build where it is not there yet.
What is younger than Unicode 14 is marked as unknown, because it is unknown to glibc 2.36, and the widths follow
glibc's localedata/unicode-gen/utf8_gen.py, because wcwidth() is what ncurses advances by. When glibc moves on,
change KNOWN and run this again.
"""

import pathlib
import subprocess
import sys

KNOWN = (14, 0)
ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / ".build/unicode-data"
END = 0x110000

# The order of CellTrait in CellWidth.swift.
(NARROW, WIDE, MARK, SPACING_MARK, WIDE_MARK, PREPENDED, LEADING, VOWEL, TRAILING, NARROW_PICTOGRAPH, WIDE_PICTOGRAPH,
 REGIONAL, UNKNOWN, SPECIAL, IGNORABLE, JOINER) = range(16)

# Blanks that are no spaces by their category: the Hangul fillers and the empty Braille pattern.
BLANKS = {0x2800, 0x3164, 0xFFA0}
# What adds nothing to see, or what only some terminals join: variation selectors, the keycap, the grapheme joiner,
# two silent Khmer vowels, tags.
IGNORABLES = {0x34F, 0x17B4, 0x17B5, 0x200C, *range(0xFE00, 0xFE10), 0x20E3, *range(0xE0020, 0xE0080),
              *range(0xE0100, 0xE01F0)}


def fetch():
    if (DATA / "usr").is_dir():
        return
    DATA.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "download", "--quiet", "unicode-data"], cwd=DATA, check=True)
    (package,) = DATA.glob("unicode-data_*.deb")
    subprocess.run(["dpkg", "--extract", package, DATA], check=True)


def read(name, wanted=None):
    """The last field of each code point in one of Unicode's files; only of lines with the wanted one."""
    found = {}
    for line in (DATA / "usr/share/unicode" / name).read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) < 2 or wanted and fields[1] != wanted:
            continue
        first, _, last = fields[0].partition("..")
        for code_point in range(int(first, 16), int(last or first, 16) + 1):
            found[code_point] = fields[1]
    return found


def version():
    line = (DATA / "usr/share/unicode/EastAsianWidth.txt").read_text(encoding="utf-8").splitlines()[0]
    return line.split("-")[-1].removesuffix(".txt")


fetch()
AGES = read("DerivedAge.txt")
WIDTHS = read("EastAsianWidth.txt")
CATEGORIES = read("extracted/DerivedGeneralCategory.txt")
BREAKS = read("auxiliary/GraphemeBreakProperty.txt")
PICTOGRAPHS = read("emoji/emoji-data.txt", "Extended_Pictographic")


def is_special(code_point, category):
    return (
        category in ("Cc", "Cs", "Zl", "Zp", "Zs")
        or code_point in BLANKS
        or code_point & 0xFFFE == 0xFFFE
        or 0xFDD0 <= code_point <= 0xFDEF
        or 0xFFF0 <= code_point <= 0xFFFC
        or 0xE0000 <= code_point < 0xE1000
        or BREAKS.get(code_point) == "Control"
    )


def trait(code_point):
    category = CATEGORIES.get(code_point, "Cn")
    if code_point in IGNORABLES:
        return IGNORABLE
    if is_special(code_point, category):
        return SPECIAL
    age = AGES.get(code_point)
    if age is None or tuple(map(int, age.split("."))) > KNOWN or category in ("Cn", "Co"):
        return UNKNOWN
    cells = width(code_point, category)
    joining = BREAKS.get(code_point)
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
    if BREAKS.get(code_point) == "Prepend":
        return 1
    if category in ("Mn", "Me", "Cf") or BREAKS.get(code_point) in ("V", "T"):
        return 0
    if 0x3248 <= code_point < 0x3250 or 0x4DC0 <= code_point < 0x4E00 or WIDTHS.get(code_point) in ("W", "F"):
        return 2
    return 1


def literals(numbers, columns, width):
    rows = [numbers[start : start + columns] for start in range(0, len(numbers), columns)]
    return ",\n".join("        " + ", ".join(f"0x{number:0{width}X}" for number in row) for row in rows)


# Each block holds 64 code points as four words of sixteen traits, four bits each, the first lowest.
numbers_of_blocks, blocks = {}, []
index = []
for start in range(0, END, 64):
    traits = [trait(code_point) for code_point in range(start, start + 64)]
    words = tuple(
        sum(trait << 4 * place for place, trait in enumerate(traits[word : word + 16])) for word in range(0, 64, 16)
    )
    if words not in numbers_of_blocks:
        numbers_of_blocks[words] = len(numbers_of_blocks)
        blocks.extend(words)
    index.append(numbers_of_blocks[words])

# Most of the upper planes is one block over and over: there the index counts planes' parts of 64 blocks.
parts, numbers_of_parts, top = [], {}, []
for start in range(0, len(index), 64):
    part = tuple(index[start : start + 64])
    if part not in numbers_of_parts:
        numbers_of_parts[part] = len(numbers_of_parts)
        parts.extend(part)
    top.append(numbers_of_parts[part])

if len(numbers_of_blocks) > 1 << 16 or len(numbers_of_parts) > 1 << 8:
    sys.exit("The table no longer fits its integers.")

target = ROOT / "Sources/Typesetting/Cells/CellTraitTable.swift"
target.write_text(
    "// Written by Scripts/generate-cell-widths.py: change that and run it again.\n\n"
    "/// The `CellTrait` of every code point, in three steps: 4096 code points, 64, one.\n///\n"
    f"/// Made of Unicode {version()}. What is younger than {KNOWN[0]}.{KNOWN[1]} is unknown here, as it is to glibc 2.36.\n"
    "enum CellTraitTable {\n"
    "    @inline(__always)\n"
    "    static subscript(codePoint: UInt32) -> UInt8 {\n"
    "        let part = Int(parts[Int(codePoint >> 12)])\n"
    "        let block = Int(blocks[part << 6 | Int(codePoint >> 6 & 63)])\n"
    "        let word = traits[block << 2 | Int(codePoint >> 4 & 3)]\n"
    "        return UInt8(truncatingIfNeeded: word >> UInt64(4 * (codePoint & 15))) & 15\n"
    "    }\n\n"
    f"    private static let parts: [UInt8] = [\n{literals(top, 18, 2)}\n    ]\n\n"
    f"    private static let blocks: [UInt16] = [\n{literals(parts, 13, 3)}\n    ]\n\n"
    f"    private static let traits: [UInt64] = [\n{literals(blocks, 5, 16)}\n    ]\n"
    "}\n"
)
print(f"{len(top)} + {len(parts)} + {len(blocks)} numbers, {target.stat().st_size} bytes of source")
