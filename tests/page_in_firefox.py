#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""page_in_firefox.py LAWTESTER PROGRAM...: explore's page of each program in Firefox, by its protocol Marionette: the
results are those of the command line, what is expected is met, and a slider that is moved draws anew."""

import contextlib
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

PORT = 2828  # Marionette's own
READY = "return document.documentElement.dataset.state === 'ready'"
SHOWN = """return Object.fromEntries([...document.querySelectorAll('#results div')]
    .map(row => [row.children[0].textContent, row.children[1].textContent]))"""
MISSED = "return [...document.querySelectorAll('#verdicts li:not(:has(.ok))')].map(line => line.textContent)"
FIGURES = "return document.querySelector('#figures').innerHTML"
MOVE = """const slider = document.querySelector('.control input[type=range]');
    slider.value = slider.value*0.9; slider.dispatchEvent(new Event('input', {bubbles: true}))"""


class Firefox:
    """A browser without a window; commands are '[0, number, name, arguments]' behind their length."""

    def __init__(self, profile):
        self.process = subprocess.Popen(["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            with contextlib.suppress(OSError):
                self.stream = socket.create_connection(("127.0.0.1", PORT)).makefile("rwb")
                break
            time.sleep(0.1)
        self.answer()
        self.ask("WebDriver:NewSession", capabilities={})

    def answer(self):
        size = b""
        while not size.endswith(b":"):
            size += self.stream.read(1)
        return json.loads(self.stream.read(int(size[:-1])))

    def ask(self, name, **arguments):
        text = json.dumps([0, 1, name, arguments]).encode()
        self.stream.write(b"%d:%s" % (len(text), text))
        self.stream.flush()
        _, _, error, value = self.answer()
        if error:
            raise RuntimeError(error["message"])
        return value

    def run(self, script):
        return self.ask("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def wait(self, script):
        for _ in range(600):
            if self.run(script):
                return
            time.sleep(0.1)
        raise RuntimeError(f"not so after a minute: {script}")


def faults(firefox, lawtester, program, folder):
    """What is wrong with the page of this program."""
    page = folder / "page.html"
    subprocess.run([lawtester, "explore", program, "-o", page], check=True, capture_output=True)
    native = json.loads(subprocess.run([lawtester, "run", program, "--json", "--plot=none", "-o", folder],
                                       check=True, capture_output=True).stdout)["results"]
    firefox.ask("WebDriver:Navigate", url=page.as_uri())
    firefox.wait(READY)
    shown = firefox.run(SHOWN)
    if not shown:
        yield "no results"
    for name, text in shown.items():
        number, *unit = text.split()
        if not unit and abs(native[name] - float(number)) > 1e-11 + 1e-5*abs(native[name]):
            yield f"{name} is {native[name]}, the page shows {text}"
    yield from firefox.run(MISSED)
    before = json.dumps(firefox.run(FIGURES))
    firefox.run(MOVE)
    firefox.wait(f"return document.querySelector('#figures').innerHTML !== {before}")


def main():
    lawtester, *programs = sys.argv[1:]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        firefox = Firefox(folder)
        try:
            for program in programs:
                found = list(faults(firefox, lawtester, program, pathlib.Path(folder)))
                print("not ok" if found else "ok", "-", program, *found)
                failed += bool(found)
        finally:
            firefox.process.terminate()
            firefox.process.wait()
    sys.exit(failed > 0)


main()
