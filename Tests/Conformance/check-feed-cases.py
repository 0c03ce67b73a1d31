#!/usr/bin/env python3
"""Fails where lede fails a case of the feed corpus that feed-cases-decided doesn't name, or passes one that it does.

check-feed-cases.py RESULTS: the file that the corpus's check.py writes for --json.
"""

import json
import pathlib
import sys

decided = {
    line.strip()
    for line in pathlib.Path(__file__).with_name("feed-cases-decided").read_text().splitlines()
    if line.strip() and not line.startswith("#")
}
failed = {result["case"] for result in json.loads(pathlib.Path(sys.argv[1]).read_text()) if result["status"] != "passed"}
for case in sorted(failed - decided):
    print(f"fails: {case}")
for case in sorted(decided - failed):
    print(f"passes, and should leave the list: {case}")
print(f"{len(failed & decided)} cases fail on purpose, {len(failed - decided)} others do")
sys.exit(failed != decided)
