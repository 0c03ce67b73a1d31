#!/usr/bin/env python3
"""Writes Scripts/function-order: the functions of a start and of reading, in the order in which they are first called, but
before them those that a key calls which goes on in a list; and behind them those of a refresh and of a search. The start is
one that goes on where the last one was left, as most do.

The linker puts these next to each other. A page of the program that is touched brings its neighbours into memory, so a
start then needs 1.3 MB of code and not pieces of all 13, and a refresh a few more; and a key that is pressed again and again
finds its code in a few dozen pages, where the processor lost much of a row's time in looking up two hundred. What the file
names and the program no longer has is passed over, and what it doesn't name stands behind: a list that has grown old costs
a little of that, and nothing else.

Run this after “make build”, now and then. It needs x86-64, binutils and leave to trace processes: it puts a breakpoint
on every function, and presses some keys.
"""

import contextlib
import ctypes
import datetime
import email.utils
import fcntl
import functools
import http.server
import os
import pathlib
import pty
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = (ROOT / ".build/release/lede").resolve()
ORDER = ROOT / "Scripts/function-order"
# Into a feed and down its list, an article, and back; between any two, the reader is given time to answer.
KEYS = [b"\r", b"j", b"k", b"\x1b[6~", b"\x1b[5~", b"\r", b" ", b"q", b"q", b"j"]
# What is done most: in the list of a feed again.
WAY_BACK = [b"\r", b"j"]
MOST_PRESSED = [b"j", b"k", b"\x1b[6~", b"\x1b[5~"]
# A refresh, after which what came is indexed, a search, and the end.
LATER = [b"q", b"R", b"/", b"a", b"r", b"t", b"\x1b", b"Q"]
PATIENCE = 1.0
FEEDS = ["one", "two", "three", "four"]
BREAKPOINT = b"\xcc"

TRACEME, CONT, GETREGS, SETREGS, SETOPTIONS = 0, 7, 12, 13, 0x4200
TRACE_THREADS, KILL_WITH_US = 0x8, 0x100000
ALL_THREADS = 0x40000000
INSTRUCTION = 16

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def main():
    home = pathlib.Path(tempfile.mkdtemp())
    try:
        with serving(home) as address:
            environment = fill(home, address)
            names = functions()
            often, order, later = trace(environment, names, KEYS + WAY_BACK, MOST_PRESSED, LATER)
            # A start that has nothing to follow, and goes on where the last one was left.
            _, again, _ = trace(environment, names, [], [], [])
    finally:
        shutil.rmtree(home)
    called = often | again | order | later
    ORDER.write_text("".join(names[address] + "\n" for address in called))
    print(f"{len(called)} of {len(names)} functions")


@contextlib.contextmanager
def serving(home):
    """Has the files there served, and tells at which address."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=home)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def fill(home, address):
    """Makes a library of some feeds, and says what leads the program there."""
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    for kind in ["config", "data", "cache", "state"]:
        environment[f"XDG_{kind.upper()}_HOME"] = f"{home}/{kind}"
    (home / "config/lede").mkdir(parents=True)
    urls = home / "config/lede/urls"
    now = datetime.datetime.now(datetime.timezone.utc)
    for feed in FEEDS:
        items = "".join(
            f"<item><title>Story {n}</title><link>https://example.org/{feed}/{n}</link><guid>{n}</guid>"
            f"<pubDate>{email.utils.format_datetime(now - n * datetime.timedelta(hours=7))}</pubDate>"
            f"<category>Words</category><author>someone@example.org (Some One)</author>"
            f"<description><![CDATA[{article(n)}]]></description></item>"
            for n in range(300))
        (home / feed).write_text(f'<rss version="2.0"><channel><title>{feed}</title>{items}</channel></rss>')
    urls.write_text("".join(f"file://{home}/{feed} news\n" for feed in FEEDS[:-1]))
    subprocess.run([PROGRAM, "refresh"], env=environment, check=True)
    # So that there is something to follow at the start.
    urls.write_text(
        "".join(f"file://{home}/{feed} tech\n" for feed in FEEDS[1:-1]) + f"{address}/{FEEDS[-1]} news\n")
    return environment


def article(number):
    """Some of what the texts of feeds are made of."""
    return (
        f"<h2>Of {number}</h2><p>{'Some words of an article. ' * 60}</p><p><b>Bold <a href='/there?a=1&amp;b=2#c'>link</a></b>, "
        f"&eacute;t&eacute; and “quoted” 古い港 &mdash; <i>slanted</i>, <code>code</code>.</p>"
        f"<ul><li>One</li><li>Two</li></ul><blockquote><p>Said.</p></blockquote><pre>if so</pre>"
        f"<img src='/picture.png' alt='A picture' width='600' height='400'><table><tr><td>A</td><td>B</td></tr></table>")


def functions():
    """The program's functions, by where they lie in its file's image."""
    listing = subprocess.run(["nm", "--defined-only", PROGRAM], check=True, capture_output=True, text=True).stdout
    lines = (line.split(maxsplit=2) for line in listing.splitlines())
    return {int(address, 16): name for address, kind, name in lines if kind in "tTwW"}


def trace(environment, names, keys, most_pressed, later_keys):
    """Opens the reader, presses keys and tells which functions were called: by those that are pressed most, until then, and by
    those behind them."""
    process, terminal = pty.fork()
    if process == 0:
        libc.ptrace(TRACEME, 0, None, None)
        os.execve(PROGRAM, [str(PROGRAM)], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    os.waitpid(process, 0)
    libc.ptrace(SETOPTIONS, process, None, TRACE_THREADS | KILL_WITH_US)
    with open(f"/proc/{process}/mem", "r+b", buffering=0) as memory:
        base, begins = break_everywhere(process, memory, names)
        libc.ptrace(CONT, process, None, None)
        order, often, later = {}, {}, {}
        press([b""] + keys, terminal, memory, begins, order)
        for address in order:
            memory.seek(address)
            memory.write(BREAKPOINT)
        press(most_pressed, terminal, memory, begins, often)
        press(later_keys, terminal, memory, begins, later)
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    return tuple({address - base: True for address in called} for called in (often, order, later))


def press(keys, terminal, memory, begins, order):
    """Presses keys, and notes which functions each of them calls."""
    for key in keys:
        os.write(terminal, key)
        follow(terminal, memory, begins, order)


def break_everywhere(process, memory, names):
    """Puts a breakpoint on each function, and tells where the program lies and what was there."""
    maps = [line.split() for line in open(f"/proc/{process}/maps")]
    ranges = [(*(int(end, 16) for end in line[0].split("-")), line[1]) for line in maps if line[-1] == str(PROGRAM)]
    base, begins = ranges[0][0], {}
    for start, end, rights in ranges:
        if "x" not in rights:
            continue
        memory.seek(start)
        code = bytearray(memory.read(end - start))
        for address in (base + name for name in names):
            if start <= address < end:
                begins[address] = bytes(code[address - start:address - start + 1])
        for address in begins:
            code[address - start:address - start + 1] = BREAKPOINT
        memory.seek(start)
        memory.write(code)
    return base, begins


def follow(terminal, memory, begins, order):
    """Notes which functions are called, until nothing more happens for a while."""
    quiet = time.monotonic() + PATIENCE
    while time.monotonic() < quiet:
        if select.select([terminal], [], [], 0)[0]:
            with contextlib.suppress(OSError):
                os.read(terminal, 65536)
        try:
            thread, status = os.waitpid(-1, os.WNOHANG | ALL_THREADS)
        except ChildProcessError:
            # It was asked to end.
            return
        if thread == 0:
            time.sleep(0.0005)
            continue
        if not os.WIFSTOPPED(status):
            continue
        passed_on = os.WSTOPSIG(status)
        if passed_on == signal.SIGTRAP and status >> 16 == 0:
            take(thread, memory, begins, order)
            quiet = time.monotonic() + PATIENCE
        if passed_on in (signal.SIGTRAP, signal.SIGSTOP):
            passed_on = 0
        libc.ptrace(CONT, thread, None, passed_on)


def take(thread, memory, begins, order):
    """Notes the function that a thread has come to, and has it go on there."""
    registers = (ctypes.c_ulonglong * 27)()
    libc.ptrace(GETREGS, thread, None, registers)
    address = registers[INSTRUCTION] - 1
    if address not in begins:
        return
    if address not in order:
        order[address] = True
        memory.seek(address)
        memory.write(begins[address])
    registers[INSTRUCTION] = address
    libc.ptrace(SETREGS, thread, None, registers)


if __name__ == "__main__":
    main()
