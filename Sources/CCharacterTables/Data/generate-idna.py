#!/usr/bin/env python3
"""Writes idna.txt from Unicode's tables for international host names.

“mappings” has runs of code points with the first, the kind of the run, and what the kind asks for: SHIFTED an offset,
WRITTEN the number of lines that follow, each with what a code point becomes. “classes” has the properties that
characters have together, and “runs” the first code point of each run with its class. “compositions” has characters with
the two that each is put together from.

The packages idna (mappings and joining types) and unicodedata2 (bidi classes, combining classes and decompositions) of
PyPI hold them; both must be of the same version of Unicode: pip install idna==3.13 unicodedata2==17.0.0
"""

import idna.idnadata
import idna.uts46data
import unicodedata2 as unicode

import tables
from tables import END, hexadecimal

assert idna.uts46data.__version__ == idna.idnadata.__version__ == unicode.unidata_version

BIDI = ["L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"]
JOINING = ["U", "L", "R", "D", "T", "C"]


def statuses():
    """What UTS 46 says of each code point: its letter, and what it is mapped to."""
    table = idna.uts46data.uts46data
    rows = list(table() if callable(table) else table)
    for row, following in zip(rows, rows[1:] + [(END,)]):
        for code_point in range(row[0], following[0]):
            yield row[1], (row[2] if len(row) > 2 else None)


def joining_types():
    table = idna.idnadata.joining_types
    table = table() if callable(table) else table
    return {code_point: (chr(kind) if isinstance(kind, int) else kind) for code_point, kind in table.items()}


# Kinds of runs; the numbers stand in IDNATable.swift, too.
VALID, DISALLOWED, IGNORED, SHIFTED, ALTERNATING, WRITTEN = range(6)


def kind(code_point, status):
    letter, mapping = status
    if letter == "M":
        return (SHIFTED, ord(mapping) - code_point) if len(mapping) == 1 else (WRITTEN, 0)
    return {"V": VALID, "D": VALID, "X": DISALLOWED, "I": IGNORED}[letter], 0


def mappings(status):
    """Runs of code points that are treated alike."""
    kinds = [kind(code_point, status[code_point]) for code_point in range(END)]
    runs = []
    at = 0
    while at < END:
        end = at + 1
        while end < END and kinds[end] == kinds[at]:
            end += 1
        # Capitals and small letters in turn.
        pairs = at
        while pairs + 1 < END and kinds[pairs] == (SHIFTED, 1) and kinds[pairs + 1] == (VALID, 0):
            pairs += 2
        if pairs > at:
            runs.append((at, pairs, ALTERNATING))
            end = pairs
        elif kinds[at][0] == SHIFTED and end - at < 3:
            # Single letters are written out, as texts are.
            if runs and runs[-1][2] == WRITTEN:
                runs[-1] = (runs[-1][0], end, WRITTEN)
            else:
                runs.append((at, end, WRITTEN))
        elif kinds[at][0] == WRITTEN and runs and runs[-1][2] == WRITTEN:
            runs[-1] = (runs[-1][0], end, WRITTEN)
        else:
            runs.append((at, end, kinds[at][0]))
        at = end
    for start, end, what in runs:
        if what == SHIFTED:
            yield hexadecimal(start, what, kinds[start][1])
        elif what == WRITTEN:
            yield hexadecimal(start, what, end - start)
            yield from (hexadecimal(*map(ord, status[code_point][1])) for code_point in range(start, end))
        else:
            yield hexadecimal(start, what)


def is_valid(status):
    return status[0] in "VD"


def properties(status):
    """Classes of characters, and runs of valid code points of one class; the others may belong to any run."""
    joining = joining_types()
    classes, class_of = [], []
    for code_point in range(END):
        if not is_valid(status[code_point]):
            class_of.append(class_of[-1] if class_of else 0)
            continue
        character = chr(code_point)
        bidi = unicode.bidirectional(character)
        found = (
            BIDI.index(bidi) if bidi in BIDI else len(BIDI),
            JOINING.index(joining.get(code_point, "U")),
            int(unicode.category(character)[0] == "M"),
            unicode.combining(character),
        )
        if found not in classes:
            classes.append(found)
        class_of.append(classes.index(found))
    yield from (hexadecimal(*found) for found in classes)
    yield "runs"
    yield from (hexadecimal(first, index) for first, _, index in tables.ranges(class_of))


def compositions(status):
    """The valid characters that are put together from two others, without those of Hangul."""
    for code_point in range(END):
        parts = unicode.decomposition(chr(code_point))
        if not parts or parts.startswith("<") or not is_valid(status[code_point]):
            continue
        first, second = [int(part, 16) for part in parts.split()]
        assert unicode.normalize("NFC", chr(first) + chr(second)) == chr(code_point)
        yield hexadecimal(code_point, first, second)


status = list(statuses())
lines = ["mappings", *mappings(status), "classes", *properties(status), "compositions", *compositions(status)]
tables.write("idna", f"Unicode {unicode.unidata_version}", lines)
