# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python module, as its users have it.

    python.py ROOT LAWTESTER [TEST...]

LAWTESTER is the program, whose numbers and words are the module's. Without pandas, matplotlib or
mypy what needs them is skipped.
"""
import concurrent.futures
import copy
import fractions
import gc
import importlib.util
import inspect
import json
import os
import pathlib
import pickle
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest

import numpy as np

import lawtester as lt

ROOT = pathlib.Path(sys.argv[1])
PROGRAM = sys.argv[2]
IMPACT = os.fspath(ROOT / "stages/linear/impact.yaml")
STEPPED = {"motion.integrator": "leapfrog", "motion.dt": "t_c/200"}


# What tests Python's own packages more than ours.
at_night = unittest.skipUnless(os.environ.get("LT_ALL"), "scripts/nightly does")


def has(module):
    return unittest.skipUnless(importlib.util.find_spec(module), f"no {module}")


def command(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


class Tables(unittest.TestCase):
    @has("pandas")
    def test_table(self):
        import warnings
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            frame = lt.table(ROOT / "stages/recorded/indenter.csv")
        self.assertEqual(list(frame), ["Depth", "Load", "Time", "Depth#2", "Load#2"])
        self.assertEqual(frame.attrs["units"]["Load"], "N")
        self.assertAlmostEqual(frame["Load"].max(), 5e-6, delta=1e-20)
        self.assertIn("Depth#2", str(told[0].message))
        with self.assertRaises(lt.Invalid):
            lt.table(ROOT / "README.md")
        rows = lt.table(ROOT / "stages/recorded/lammps-dump.csv", rows=(2, 4))
        self.assertEqual(len(rows), 3)
        some = lt.table(ROOT / "stages/recorded/lammps-dump.csv", where="Fn > 0")
        self.assertTrue((some["Fn"] > 0).all())

    @has("pandas")
    def test_frame_in_the_place_of_a_table(self):
        path = ROOT / "stages/fit/restitution.csv"
        frame = lt.table(path)
        fitted = lt.fit(ROOT / "stages/fit/restitution.yaml")
        self.assertEqual(lt.fit(ROOT / "stages/fit/restitution.yaml", data=frame)["parameters"], fitted["parameters"])
        import pandas
        load = pandas.DataFrame({"time": [0.0, 1e-3], "vn": [0.0, -1e-3]})
        program = {"lawtester": 1, "particles": {"a": {"shape": "wall"}, "b": {"shape": "sphere", "radius": "5 mm", "mass": "1 g"}},
                   "law": {"name": "linear", "kn": 1e5}, "motion": {"dt": 1e-5},
                   "stages": [{"whats": "v.....", "values": [{"file": load, "column": "vn"}, 0, 0, 0, 0, 0], "until": "t > 1e-3"}]}
        run = lt.run(program)
        self.assertAlmostEqual(run.un_end, -0.5e-6, delta=3e-8)
        load.attrs["units"] = {"vn": "mm/s"}
        self.assertAlmostEqual(lt.run(program).un_end, run.un_end / 1000, delta=3e-11)


class Runs(unittest.TestCase):
    def test_results_are_those_of_the_command_line(self):
        for path in sorted(ROOT.glob("stages/*/*.yaml")):
            if path.parent.name in ("codes", "templates"):
                continue
            with tempfile.TemporaryDirectory() as folder:
                out = command("run", os.fspath(path), "--json", "--plot=none", "-o", folder)
            if out.returncode not in (0, 1):
                continue
            found = lt.run(path)
            document = json.loads(out.stdout)
            self.assertEqual(found.results, document["results"], path)
            self.assertEqual(found.ok, out.returncode == 0, path)

    def test_names(self):
        r = lt.run(IMPACT, dp_nratio=0.2)
        self.assertEqual(r.e_n, r.results["e_n"])
        self.assertEqual(r.dp_nratio, 0.2)
        self.assertEqual(r.un_end, r["un"][-1])
        self.assertIsNone(r.e_t)
        self.assertEqual((r.units["fn"], r.units["e_n"], r.units["un_end"]), ("N", "1", "m"))
        with self.assertRaisesRegex(AttributeError, "no result 'e_nn'; did you mean 'e_n'"):
            _ = r.e_nn
        with self.assertRaisesRegex(KeyError, "no column 'fm'"):
            _ = r["fm"]
        with self.assertRaisesRegex(KeyError, "no column 'e_n', but a number of the run: .e_n"):
            _ = r["e_n"]
        with self.assertRaisesRegex(KeyError, "no column 'fn_mx'; did you mean .fn_max"):
            _ = r["fn_mx"]
        with self.assertRaisesRegex(KeyError, "no column 'fn_'; did you mean 'fn'"):
            _ = r["fn_"]
        self.assertIn("e_n", dir(r))
        shown = [name for name in dir(r) if not name.startswith("__")]
        self.assertFalse([name for name in shown if name.startswith("_") or name.endswith("_end")])
        with self.assertRaisesRegex(ValueError, "dp_nratio is nan; it must be a number"):
            lt.run(IMPACT, dp_nratio=float("nan"))
        with self.assertRaisesRegex(TypeError, "define= belongs to Program"):
            lt.Program(IMPACT).run(define={"dp_nratio": 0.2})
        self.assertFalse(hasattr(r, "_ipython_display_"))
        self.assertIs(r.check(), r)
        self.assertEqual((list(r), "fn" in r, "e_n" in r), (list(r.columns), True, False))
        program = lt.Program(IMPACT)
        self.assertEqual(program.results["t_contact"]["unit"], "s")
        self.assertEqual(program.columns["fn"]["unit"], "N")
        self.assertIn("no-tension", program.parameters["dp_mode"]["words"])
        self.assertRegex(repr(program), "Head-on impact.*law linear")

    def test_columns_share_memory_and_outlive_all(self):
        r = lt.run(IMPACT)
        un, again = r["un"], np.array(r["un"])
        self.assertTrue(np.shares_memory(un, r.columns._table))
        with self.assertRaises(ValueError):
            un[0] = 1
        del r
        lt._program._kept.clear()
        gc.collect()
        for _ in range(20):
            lt.run(IMPACT, dp_nratio=0.7)
        self.assertTrue((un == again).all())

    @has("pandas")
    def test_frame(self):
        r = lt.run(IMPACT)
        frame = r.frame()
        self.assertTrue(np.shares_memory(frame["fn"].to_numpy(), r["fn"]))
        self.assertEqual(list(frame), list(r.columns))
        self.assertEqual(frame.attrs["units"]["fn"], "N")

    def test_no_table(self):
        r = lt.run(IMPACT, table=False)
        self.assertEqual(len(r), 0)
        self.assertEqual(len(r["fn"]), 0)
        self.assertTrue(r)
        self.assertEqual(r.e_n, lt.run(IMPACT).e_n)

    def test_a_copy_is_the_same_run_again(self):
        r = lt.run(IMPACT, define=STEPPED, dp_nratio=0.3)
        again = pickle.loads(pickle.dumps(r))
        self.assertEqual(again.results, r.results)
        np.testing.assert_array_equal(again["fn"], r["fn"])
        self.assertIs(copy.deepcopy(r), r)
        with self.assertRaises(lt.Failed) as caught:
            lt.run(IMPACT, kn=-5)
        failed = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(str(failed), str(caught.exception))
        self.assertIsNone(failed.result.e_n)

    def grown(self, work, count):
        """How much memory the process has more of after WORK has been done COUNT times."""
        def resident():
            gc.collect()
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096

        for _ in range(count // 10 + 2):
            work()
        before = resident()
        for _ in range(count):
            work()
        return resident() - before

    def test_nothing_leaks(self):
        program = lt.Program(IMPACT, define=STEPPED)

        def wrong():
            with self.assertRaises(lt.Failed):
                program.run(kn=-5)
            with self.assertRaises(lt.Invalid):
                lt.Program("lawtester: 1\nx: 2\n")

        ratios = np.linspace(0, 0.5, 50)
        for work, count in ((lambda: program.run(dp_nratio=0.3)["fn"].min(), 20_000),
                            (wrong, 2000), (lambda: lt.Program(IMPACT), 500),
                            (lambda: program.run().document, 500),
                            (lambda: program.sweep("e_n", dp_nratio=ratios), 300),
                            (lambda: program.calibrate(to="e_n=0.6"), 100),
                            (lambda: lt.fit(ROOT / "stages/fit/impact.yaml"), 20)):
            self.assertLess(self.grown(work, count), 1 << 19)

    def test_kinds_of_sources(self):
        text = pathlib.Path(IMPACT).read_text()
        self.assertEqual(lt.run(text).e_n, lt.run(IMPACT).e_n)
        program = {"lawtester": 1,
                   "particles": {"a": {"shape": "sphere", "radius": "5 mm", "density": 2500},
                                 "b": {"shape": "sphere", "radius": 0.005, "density": 2500}},
                   "law": {"name": "linear", "kn": 1e5, "ks": 5e4, "fric": 0.3, "dp_nratio": 0.2,
                           "dp_mode": "no-tension"},
                   "motion": {"integrator": "exact"},
                   "stages": [{"whats": "i.....", "values": [-1, 0, 0, 0, 0, 0],
                               "until": "rebound"}]}
        self.assertEqual(lt.run(program).e_n, lt.run(IMPACT, dp_nratio=0.2).e_n)
        self.assertEqual(lt.run(IMPACT, define={"particles.a.radius": "6 mm"}).e_n,
                         lt.run(IMPACT, params={"particles.a.radius": 0.006}).e_n)
        read = pickle.loads(pickle.dumps(lt.Program(program, define={"law.kn": "2e5"})))
        self.assertEqual(read.run().kn, 2e5)
        program["stages"][0]["values"] = -np.eye(1, 6)[0]
        program["law"]["kn"], program["title"] = np.float32(1e5), "Stoß"
        self.assertEqual(lt.run(program).e_n, lt.run(IMPACT, dp_nratio=0.2).e_n)
        self.assertEqual(lt.Program(program).title, "Stoß")
        with self.assertRaisesRegex(TypeError, "cannot stand in a program"):
            lt.Program({"lawtester": 1, "let": {1, 2}})
        with self.assertRaisesRegex(TypeError, "a Program already"):
            lt.Program(lt.Program(IMPACT))
        columns = lt.run(IMPACT, define={"record.columns": ["t", "un"], "record.every": 2}).columns
        self.assertEqual(list(columns), ["t", "un"])

    def test_a_changed_file_is_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "impact.yaml"
            text = pathlib.Path(IMPACT).read_text()
            path.write_text(text)
            first = lt.run(path)
            path.write_text(text.replace("let: {", "let: {more: 3, ", 1))
            self.assertEqual(lt.run(path).more, 3)
            self.assertEqual(first.e_n, lt.run(path).e_n)
            for i in range(100):  # faster than the clock of files, and as long
                path.write_text(text.replace("let: {", f"let: {{more: {i % 7}, ", 1))
                self.assertEqual(lt.run(path, table=False).more, i % 7)

    @has("matplotlib")
    def test_plot(self):
        import matplotlib

        matplotlib.use("Agg")
        axes = lt.run(IMPACT).plot("-un", "-fn", color="k")
        self.assertEqual(axes.get_ylabel(), "normal force −$f_n$ (N)")
        self.assertEqual(axes.get_xlabel(), "overlap −$u_n$ (µm)")
        axes.figure.canvas.draw()  # symbols can be drawn
        across, up = axes.lines[-1].get_data()
        np.testing.assert_array_equal(up, -lt.run(IMPACT)["fn"])
        np.testing.assert_allclose(across, -1e6 * lt.run(IMPACT)["un"])
        axes = lt.run(IMPACT, vn=1e-3).plot("lin_force_n", "E_dashpot")
        self.assertEqual(axes.get_ylabel(), "dissipated energy $E_{dashpot}$ (pJ)")
        self.assertEqual(axes.get_xlabel(), "linear normal force lin_force_n (mN)")

    def test_html(self):
        text = pathlib.Path(IMPACT).read_text()
        title = next(line for line in text.splitlines() if line.startswith("title:"))
        shown = lt.run(text.replace(title, "title: <script>alert(1)</script>"))._repr_html_()
        self.assertNotIn("<script>", shown)
        self.assertIn("t_contact", shown)

    def test_a_law_of_ones_own(self):
        plugin = os.environ.get("LT_PLUGIN")
        if not plugin:
            self.skipTest("no plug-in")
        self.assertIn("my-law", lt.laws(plugin=plugin))
        self.assertNotIn("my-law", lt.laws())
        path = ROOT / "doc/templates/my-law.yaml"
        r = lt.run(path, plugin=plugin).check()
        self.assertEqual(pickle.loads(pickle.dumps(r)).results, r.results)
        self.assertEqual(lt.sweep(path, "e_n", plugin=plugin)["e_n"], r.e_n)
        with self.assertRaisesRegex(lt.Invalid, "unknown law 'my-law'"):
            lt.run(path)

    def test_a_code_of_ones_own(self):
        folder = os.environ.get("LT_OWN")
        if not folder:
            self.skipTest("no LT_OWN")
        sphere = {"shape": "sphere", "radius": "5 mm", "density": 2500}
        program = {"lawtester": 1, "particles": {"a": sphere, "b": sphere},
                   "law": {"code": "own", "kn": 1e5}, "motion": {"dt": 2e-6, "gap": 1.1e-8},
                   "stages": [{"name": "impact", "whats": "i.....", "values": [-0.1, 0, 0, 0, 0, 0],
                               "until": "rebound"}]}
        own = os.path.join(folder, "own-spring.so")
        ours = {**program, "law": {"name": "linear", "kn": 1e5}, "motion": {**program["motion"]}}
        r, there = lt.run(program, code=own), lt.run(ours)
        np.testing.assert_allclose(r["fn"], there["fn"], rtol=0, atol=1e-12 * there.fn_max)
        self.assertEqual(lt.run(ours, code=pathlib.Path(own))["fn"].tolist(), r["fn"].tolist())
        self.assertEqual(lt.sweep(program, "e_n", kn=[1e5, 2e5], code=own)["e_n"].shape, (2,))
        found = lt.calibrate(program, "kn=1e4:1e6", f"t_contact={there.t_contact!r}", code=own)
        self.assertLess(abs(found.value / 1e5 - 1), 2e-2)
        with lt.Program(program, code=own) as held:
            self.assertEqual(pickle.loads(pickle.dumps(held)).run().e_n, r.e_n)
            self.assertTrue(held.verify()["laws"])
        for how, said in (("crash", "its process crashed (Aborted)"), ("fails", "code_step returned 7"),
                          ("one-sided", "Newton's third law")):
            with self.assertRaisesRegex(lt.Failed, re.escape(said)):
                lt.run(program, code=os.path.join(folder, f"own-{how}.so"))
        with self.assertRaisesRegex(lt.Invalid, "a stiffness of 100000 N/m is none"):
            lt.run(program, code=os.path.join(folder, "own-refuses.so"))
        for code, said in (("./nowhere.so", "No such file"), ("lamps", "unknown code 'lamps'"),
                           (os.path.join(folder, "own-no-step.so"), "it has no function code_step")):
            with self.assertRaisesRegex(lt.Invalid, re.escape(said)):
                lt.run(program, code=code)
        with self.assertRaises(TypeError):
            lt.verify("linear", code=own)
        with self.assertRaises(TypeError):
            lt.run(lt.Program(ours), code=own)


class Wrong(unittest.TestCase):
    def test_every_refused_file_says_what_the_command_line_says(self):
        refused = 0
        for path in sorted(ROOT.glob("tests/bad/*.yaml")):
            out = command("check", os.fspath(path))
            if out.returncode not in (2, 3):
                continue
            refused += 1
            with self.assertRaises(lt.Invalid) as caught:
                lt.Program(path)
            said = "\n".join(line for line in out.stderr.rstrip("\n").splitlines())
            self.assertEqual(str(caught.exception), said, path)
            self.assertTrue(caught.exception.errors, path)
        self.assertGreater(refused, 50)

    def test_places(self):
        with self.assertRaises(lt.Invalid) as caught:
            lt.Program("lawtester: 1\nlaw: {name: lineer}\n")
        error = caught.exception
        place = [one for one in error.errors if "lineer" in one.text][0]
        self.assertEqual((place.line, place.column), (2, 13))
        self.assertEqual(pickle.loads(pickle.dumps(error)).errors, error.errors)
        with self.assertRaises(lt.Invalid):
            lt.run("no-such-file.yaml")

    def test_names_and_words(self):
        with self.assertRaisesRegex(TypeError, "did you mean 'dp_nratio'"):
            lt.run(IMPACT, dp_nratoi=0.1)
        with self.assertRaisesRegex(ValueError, "it must be full"):
            lt.run(IMPACT, dp_mode="none")
        with self.assertRaisesRegex(lt.Failed, "its range is 0 to inf"):
            lt.run(IMPACT, kn=-5)
        with self.assertRaisesRegex(lt.Failed, "dp_mode is 1.5"):
            lt.run(IMPACT, dp_mode=1.5)
        with self.assertRaisesRegex(TypeError, "the first argument names results"):
            lt.sweep(IMPACT, {"kn": [1e5]})
        with self.assertRaisesRegex(TypeError, "e_m"):
            lt.sweep(IMPACT, "e_m", kn=[1e5])
        with self.assertRaisesRegex(ValueError, "did you mean"):
            lt.calibrate(IMPACT, "dp_nratoi=0:1", "e_n=0.5")
        with self.assertRaises(lt.Failed):
            lt.verify("no-such-law")
        with self.assertRaises(lt.Failed):
            lt.fit(IMPACT)

    def test_what_is_no_number(self):
        number = lt.run(IMPACT, kn=2e5).e_n
        for value in (200000, np.int32(200000), np.float64(2e5), np.array(2e5), fractions.Fraction(200000)):
            self.assertEqual(lt.run(IMPACT, kn=value).e_n, number)
        for value, said in ((None, "kn is None: it must be a number"), (2j, "must be a number"),
                            ([1e5, 2e5], "kn has 2 values: a run takes one, sweep takes many"),
                            (np.array([1e5]), "kn has 1 values"), (b"full", "must be a number"),
                            (10**400, "must be a number"), ({}, "must be a number")):
            with self.assertRaisesRegex(TypeError, said):
                lt.run(IMPACT, kn=value)
        for values in ([1e5, None], [b"x"], [{}], (k for k in (1, 2)), [1j]):
            with self.assertRaisesRegex(TypeError, "kn is|kn has"):
                lt.sweep(IMPACT, "e_n", kn=values)
        with self.assertRaisesRegex(ValueError, r"with its unit it goes into define=\{'kn': '2 N/m'\}"):
            lt.run(IMPACT, kn="2 N/m")
        with self.assertRaisesRegex(TypeError, "define is .*: it must be a dict"):
            lt.run(IMPACT, define=["kn=2"])
        with self.assertRaisesRegex(TypeError, "3 is no text"):
            lt.run(IMPACT, params={3: 4})

    def test_texts_that_end_early(self):
        for work in (lambda: lt.run(IMPACT, params={"kn\0": 1}), lambda: lt.Program("a\0b\n"),
                     lambda: lt.Program("a\0b"), lambda: lt.run(IMPACT, define={"kn": "1\0"}),
                     lambda: lt.run(IMPACT, dp_mode="full\0"), lambda: lt.verify("linear\0"),
                     lambda: lt.sweep(IMPACT, "e_n\0", kn=1), lambda: lt.laws(plugin="a\0"),
                     lambda: lt.calibrate(IMPACT, "kn=1:2\0"), lambda: lt.sweep("a\0b")):
            with self.assertRaisesRegex(ValueError, "zero byte|null byte"):
                work()

    def test_a_failed_run_has_no_numbers(self):
        with self.assertRaises(lt.Failed) as caught:
            lt.run(IMPACT, define={"stages[0].max_steps": 3})
        result = caught.exception.result
        self.assertIsNone(result.e_n)
        self.assertGreater(len(result), 0)
        self.assertFalse(result.ok)

    def test_data_beyond_the_memory(self):
        """In a process of its own, whose address space may grow by 24 MB from then on."""
        script = """
import resource, sys
import lawtester as lt
program = lt.Program(sys.argv[1], define={"motion.integrator": "leapfrog", "motion.dt": "t_c/1000000",
                                          "stages[0].max_steps": 2e6, "record.every": 1})
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (24 << 20), resource.RLIM_INFINITY))
try:
    lt._table.columns_of(sys.argv[2])
except MemoryError as error:
    print("table:", "not enough memory" in str(error))
try:
    program.run()
except lt.Failed as error:
    print("run:", "not enough memory" in str(error), len(error.result) > 1000)
print("then:", program.run(table=False).e_n > 0)
"""
        with tempfile.TemporaryDirectory() as folder:
            data = os.path.join(folder, "table.csv")
            with open(data, "w") as file:
                file.write("t,x\n" + "".join(f"{i},{i % 1000}\n" for i in range(1000000)))
            done = subprocess.run([sys.executable, "-c", script, IMPACT, data], capture_output=True,
                                  text=True, check=False)
        self.assertEqual(done.stdout, "table: True\nrun: True True\nthen: True\n", done.stderr)

    def test_any_keywords_do_no_harm(self):
        program = lt.Program(IMPACT)
        draw = random.Random(1)
        names = [*program.parameters, *program.lets, "vn", "vs", "e_n", "x", "motion.dt", ""]
        for _ in range(int(os.environ.get("LT_PYTHON_RUNS", 3000)) // 3):
            values = {draw.choice(names): draw.choice(
                [0, 1, -1, 1e300, 1e-300, float("nan"), float("inf"), "full", "ä", 0.5])
                for _ in range(draw.randrange(4))}
            try:
                program.run(params=values)
            except (TypeError, ValueError, lt.Failed):
                pass


class Many(unittest.TestCase):
    def test_the_same_bits_as_one_by_one(self):
        program = lt.Program(IMPACT)
        ratios, stiffness = np.linspace(0, 0.9, 40)[:, None], np.array([1e5, 3e5, 1e6])
        tables = [program.sweep(["e_n", "t_contact", "un_end", "kn"], dp_nratio=ratios,
                                kn=stiffness, threads=threads) for threads in (1, 2, 3)]
        self.assertEqual(tables[0]["e_n"].shape, (40, 3))
        for i in range(40):
            for k in range(3):
                one = program.run(dp_nratio=ratios[i, 0], kn=stiffness[k])
                for name in ("e_n", "t_contact", "un_end", "kn"):
                    for table in tables:
                        self.assertEqual(table[name][i, k], getattr(one, name))

    def test_the_band_of_a_time_step(self):
        program = lt.Program(IMPACT, define={"motion.integrator": "leapfrog", "motion.dt": "t_c/20"})
        r = program.run()
        self.assertNotIn("e_n_high", r.results)
        self.assertTrue(r.e_n_low <= r.e_n <= r.e_n_high and r.e_n_low < r.e_n_mean < r.e_n_high)
        self.assertIsNone(r.e_t_mean)
        step = program.run(params={"motion.dt": r.dt / 2})
        t = program.sweep(["e_n_high", "e_n_low"], params={"motion.dt": [r.dt, r.dt / 2]})
        self.assertEqual(list(t["e_n_high"]), [r.e_n_high, step.e_n_high])
        self.assertLess(step.e_n_high - step.e_n_low, r.e_n_high - r.e_n_low)
        self.assertIsNone(lt.run(IMPACT).e_n_high)  # exact
        c = program.calibrate({"motion.dt": (1e-7, 1e-4)}, {"e_n_high": step.e_n_high})
        self.assertLessEqual(c.value, step.dt)  # the first step that comes to it
        self.assertAlmostEqual(program.run(params={"motion.dt": c.value}).e_n_high, step.e_n_high, 9)

    def test_words_and_failures(self):
        table = lt.sweep(IMPACT, "e_n", dp_mode=["full", "no-tension"], kn=[[1e5], [-1]])
        self.assertEqual(table["e_n"][0, 0], lt.run(IMPACT, dp_mode="full").e_n)
        np.testing.assert_array_equal(table.failed, [[False, False], [True, True]])
        self.assertTrue(np.isnan(table["e_n"][1]).all())
        self.assertRegex(table.message, "run 2: kn is -1")
        self.assertEqual(lt.sweep(IMPACT, "e_n")["e_n"].shape, ())

    def test_none_and_one(self):
        none = lt.sweep(IMPACT, ["e_n", "fn_max"], kn=[], dp_nratio=0.1)
        self.assertEqual((none["fn_max"].shape, none.failed.size, none.message), ((0,), 0, ""))
        self.assertEqual(list(lt.sweep(IMPACT, [], kn=[1e5])), ["kn"])
        whole = lt.sweep(IMPACT, "e_n", kn=range(100000, 100002))
        self.assertEqual(whole["e_n"][1], lt.run(IMPACT, kn=100001).e_n)
        self.assertEqual(pickle.loads(pickle.dumps(whole))["e_n"].tolist(), whole["e_n"].tolist())

    @has("pandas")
    def test_every_section_sweep(self):
        import pandas

        swept = 0
        for folder in ("sweep", "closed-forms", "linear", "plastic", "calibration"):
            for path in sorted((ROOT / "stages" / folder).glob("*.yaml")):
                if "\nsweep:" not in path.read_text():
                    continue
                with tempfile.TemporaryDirectory() as out:
                    said = command("sweep", os.fspath(path), "-o", out, "--plot=none", "--json")
                    table = pandas.read_csv(pathlib.Path(out) / f"{path.stem}.sweep.csv", comment="#",
                                            float_precision="round_trip")
                frame = lt.sweep(path)
                self.assertEqual(frame.attrs["document"], json.loads(said.stdout), path)
                pandas.testing.assert_frame_equal(frame, table, check_exact=True)
                swept += 1
        self.assertGreater(swept, 20)
        for source in (path.read_text(), lt.Program(IMPACT), {"lawtester": 1}):
            with self.assertRaisesRegex(TypeError, "the sweep of a section needs its file"):
                lt.sweep(source)


class Jobs(unittest.TestCase):
    def test_lines(self):
        two = os.path.join(ROOT, "stages/calibration/two-materials.yaml")
        found = lt.calibrate(two)
        out = command("calibrate", two, "--for", "liggghts").stdout
        mine = found.for_code("liggghts")
        self.assertIn("fix m3 all property/global coefficientRestitution peratomtypepair 1 0.7911704494", mine)
        self.assertIn(mine[mine.index("# LIGGGHTS"):], out)
        self.assertEqual(lt.for_code("liggghts", found), mine)
        self.assertIn("pair_coeff * * hertz", lt.run(two).for_code("lammps"))
        pairs = (("glass", "glass", 0.9), ("glass", "steel", 0.8), ("steel", "steel", 0.7))
        several = [lt.calibrate(two, to={"e_n": e}, define={"particles.a.material": a, "particles.b.material": b})
                   for a, b, e in pairs]
        targets = [word for a, b, e in pairs for word in ("--to", f"{a},{b}:e_n={e}")]
        for code in ("liggghts", "lammps", "yade", "mercury"):
            out = command("calibrate", two, "--for", code, "--types", "glass,steel", *targets).stdout
            numbers = [[line for line in text.split("\n") if line[:1] != "#" and line[:2] != "//"]
                       for text in (out, lt.for_code(code, several))]
            self.assertEqual(*numbers)
        for wrong, said in ((lambda: found.for_code("ligghts"), "no code 'ligghts'"),
                            (lambda: lt.for_code("pfc", several), "one pair of materials at a time"),
                            (lambda: lt.for_code("lammps", several[:2]), "'steel' on 'steel' is missing"),
                            (lambda: lt.calibrate(two, to="e_n=0.9999", vary="alpha=1:2").for_code("lammps"), "e_n"),
                            (lambda: lt.for_code("lammps", []), "give a result")):
            with self.assertRaisesRegex(ValueError, said):
                wrong()

    def test_calibrate(self):
        found = lt.calibrate(IMPACT, vary="dp_nratio=0:2", to="e_n=0.5")
        out = command("calibrate", IMPACT, "--vary", "dp_nratio=0:2", "--to", "e_n=0.5", "--json")
        self.assertEqual(found.document, json.loads(out.stdout))
        self.assertTrue(found.converged)
        self.assertAlmostEqual(float(found), found.closed_form, 9)
        other = lt.calibrate(IMPACT, vary="dp_nratio=0:2", to="e_n=0.5", kn=3e5)
        self.assertAlmostEqual(other.value, found.value, 9)
        far = lt.calibrate(IMPACT, vary="dp_nratio=0:0.1", to="e_n=0.5")
        self.assertFalse(far.converged)
        self.assertGreater(far.reachable[0], 0.5)
        stepped = lt.calibrate(IMPACT, vary="dp_nratio=0:2", to="e_n=0.5", as_run=True,
                               define={"motion.integrator": "leapfrog", "motion.dt": "t_c/50"})
        self.assertNotEqual(stepped.value, found.value)
        out = command("calibrate", IMPACT, "--as-run", "--json", "-D", "motion.integrator=leapfrog",
                      "-D", "motion.dt=t_c/50")
        stepped = lt.calibrate(IMPACT, as_run=True,
                               define={"motion.integrator": "leapfrog", "motion.dt": "t_c/50"})
        self.assertEqual(stepped.document, json.loads(out.stdout))

    def test_goals_as_numbers(self):
        texts = lt.calibrate(IMPACT, ["dp_nratio=0:2", "kn=1e3:1e7"], ["e_n=0.5", "t_contact=2e-4"])
        numbers = lt.calibrate(IMPACT, {"dp_nratio": (0, 2), "kn": (1e3, np.float64(1e7))},
                               {"e_n": 0.5, "t_contact": 2e-4})
        self.assertEqual(numbers.document, texts.document)
        self.assertEqual(list(numbers.values), ["dp_nratio", "kn"])
        about = lt.calibrate(IMPACT, {"dp_nratio": (0, 2)}, {"e_n": (0.5, 0.01)})
        out = command("calibrate", IMPACT, "--vary", "dp_nratio=0:2", "--to", "e_n=0.5+-0.01", "--json")
        self.assertEqual(about.document, json.loads(out.stdout))
        self.assertEqual(about.uncertainty, about.uncertainties["dp_nratio"])
        self.assertAlmostEqual(about.uncertainty, 0.00848, 5)  # 0.01 / 1.179 by the theory's slope
        self.assertRegex(repr(about), r"dp_nratio = 0\.2552\d* \+- 0\.0085")
        self.assertIn("± 0.0085", about._repr_html_())
        self.assertIsNone(texts.uncertainty)
        for vary, to, said in (({"dp_nratio": 2}, None, r"must be its range, \(low, high\)"),
                               ({"dp_nratio": (0, None)}, None, "dp_nratio is None"),
                               (None, {"e_n": (1, 2, 3)}, "number, uncertainty")):
            with self.assertRaisesRegex(TypeError, said):
                lt.calibrate(IMPACT, vary, to)

    def test_every_fit(self):
        fitted = 0
        for path in sorted(ROOT.glob("stages/fit/*.yaml")):
            if path.stem == "shear":  # seconds
                continue
            with tempfile.TemporaryDirectory() as folder:
                out = command("fit", os.fspath(path), "--json", "--plot=none", "-o", folder)
            document = json.loads(out.stdout)
            if "parameters" not in document:  # several laws, which only the command line compares
                continue
            self.assertEqual(lt.fit(path), document, path)
            fitted += 1
        self.assertGreaterEqual(fitted, 3)

    def test_a_fit_to_ones_own_data(self):
        path = ROOT / "stages/fit/restitution.yaml"
        speeds = np.array([0.1, 0.3, 1, 3])
        made = lt.sweep(path, "e_n", v0=speeds, A=2e-6)["e_n"]
        found = lt.fit(path, data={"speed": speeds, "e": made})["parameters"]["A"]
        self.assertAlmostEqual(found["value"] * 1e6, 2, 8)
        self.assertEqual(lt.fit(path, data=ROOT / "stages/fit/restitution.csv")["parameters"],
                         lt.fit(path)["parameters"])
        with self.assertRaisesRegex(lt.Failed, "error: no column 'speed'.*\n.*v,e"):
            lt.fit(path, data={"v": speeds, "e": made})
        with self.assertRaisesRegex(lt.Failed, "none.csv: error: No such file"):
            lt.fit(path, data="none.csv")
        with self.assertRaisesRegex(TypeError, "read with its data"):
            lt.fit(lt.Program(path), data={"speed": speeds, "e": made})

    def test_masked_points_are_missing(self):
        impact, path = ROOT / "stages/linear/impact.yaml", ROOT / "stages/fit/restitution.yaml"
        ratios = np.ma.array([0.1, 0.2, 0.3], mask=[False, True, False])
        table = lt.sweep(impact, "e_n", dp_nratio=ratios)
        plain = lt.sweep(impact, "e_n", dp_nratio=[0.1, 0.3])
        self.assertEqual(table.failed.tolist(), [False, True, False])
        self.assertEqual(table["e_n"][[0, 2]].tolist(), plain["e_n"].tolist())
        self.assertTrue(np.isnan(table["e_n"][1]))
        self.assertEqual(table.message, "run 1: dp_nratio is masked or NaN: no number")
        words = np.ma.array(["full", "no-tension"], mask=[False, True])
        self.assertEqual(lt.sweep(impact, "e_n", dp_mode=words).failed.tolist(), [False, True])
        speeds, made = [0.1, 0.5, 1, 2], [0.88, 0.84, 99, 0.79]
        wanted = lt.fit(path, data={"speed": [0.1, 0.5, 2], "e": [0.88, 0.84, 0.79]})["parameters"]
        gap = [False, False, True, False]
        for data in ({"speed": speeds, "e": np.ma.array(made, mask=gap)},
                     {"speed": np.ma.array(speeds, mask=gap), "e": made}):
            self.assertEqual(lt.fit(path, data=data)["parameters"], wanted)
        with self.assertRaisesRegex(TypeError, "dp_nratio is masked"):
            lt.run(impact, dp_nratio=ratios[1])
        with self.assertRaisesRegex(TypeError, "what is masked is no number"):
            lt.Program({"lawtester": 1, "let": {"x": ratios}})

    def test_verify(self):
        found = lt.verify("linear")["laws"][0]
        out = json.loads(command("verify", "linear", "--json").stdout)["laws"][0]
        self.assertEqual(found["checks"], out["checks"])
        for path in sorted(ROOT.glob("stages/linear/*.yaml")):
            out = command("verify", os.fspath(path), "--json")
            self.assertEqual(lt.verify(path), json.loads(out.stdout), path)

    def test_laws(self):
        self.assertEqual(list(lt.laws()),
                         [law["name"] for law in
                          json.loads(command("laws", "--json").stdout)["laws"]])


class Threads(unittest.TestCase):
    def test_others_go_on(self):
        counted, over = [0], threading.Event()

        def count():
            while not over.is_set():
                counted[0] += 1
                time.sleep(0.0005)

        other = threading.Thread(target=count)
        other.start()
        try:
            begin = time.perf_counter()
            while time.perf_counter() - begin < 0.2:
                lt.run(IMPACT, define={"motion.integrator": "leapfrog", "motion.dt": "t_c/200000"})
        finally:
            over.set()
            other.join()
        self.assertGreater(counted[0], 10)

    def test_a_program_is_closed(self):
        program = lt.Program(IMPACT)
        program.__del__()
        program.__del__()
        with lt.Program(IMPACT) as program:
            result = program.run(dp_nratio=0.3)
        program.close()
        self.assertAlmostEqual(result.e_n, 0.4509754528931275, 9)
        self.assertEqual((result.units["fn"], len(result["fn"])), ("N", len(result["t"])))
        self.assertEqual(repr(program), "<program, closed>")
        for use in (program.run, program.calibrate, program.fit, program.verify, program.__enter__,
                    lambda: program.sweep("e_n"), lambda: program.law, lambda: program.parameters):
            self.assertRaisesRegex(ValueError, "the program is closed", use)

    def test_a_program_is_closed_under_way(self):
        for _ in range(10):
            program, found = lt.Program(IMPACT), []
            threads = [threading.Thread(target=lambda program=program: found.append(self._try(program)))
                       for _ in range(3)]
            for thread in threads:
                thread.start()
            program.close()
            for thread in threads:
                thread.join()
            self.assertEqual(len(found), 3)

    def _try(self, program):
        try:
            return program.run().e_n
        except ValueError as error:
            return str(error)

    def test_threads_have_the_same_numbers(self):
        program, found = lt.Program(IMPACT), {}

        def work(i):
            found[i] = [program.run(dp_nratio=0.01 * k).e_n for k in range(50)]

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all(one == found[0] for one in found.values()))

    def interrupted(self, work):
        timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begin = time.perf_counter()
        with self.assertRaises(KeyboardInterrupt):
            while time.perf_counter() - begin < 30:
                work()
            self.fail("it was not interrupted")
        return time.perf_counter() - begin

    def test_ctrl_c(self):
        many = np.linspace(0, 0.5, 3_000_000)
        self.assertLess(self.interrupted(lambda: lt.sweep(IMPACT, "e_n", dp_nratio=many)), 5)
        self.assertLess(self.interrupted(lambda: lt.run(
            IMPACT, define={"motion.integrator": "leapfrog", "motion.dt": "t_c/300000000",
                          "stages[0].max_steps": "1e9"},
            table=False)), 5)
        self.assertLess(self.interrupted(lambda: lt.verify("")), 5)
        self.assertLess(self.interrupted(lambda: lt.fit(ROOT / "stages/fit/shear.yaml")), 5)
        self.assertLess(self.interrupted(lambda: lt.calibrate(
            IMPACT, as_run=True, define={"motion.integrator": "leapfrog", "motion.dt": "t_c/20000"})), 5)
        self.assertEqual(lt.run(IMPACT).e_n, lt.run(IMPACT).e_n)

    def test_a_child_of_fork(self):
        lt.run(IMPACT)
        child = os.fork()
        if child == 0:
            os._exit(0 if lt.sweep(IMPACT, "e_n", kn=[1e5], threads=1)["e_n"][0] > 0 else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


def die_once(marker):
    """In a worker: the first of them ends in the middle of what it does."""
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    threading.Timer(0.05, os._exit, (1,)).start()


def die_at_first(folder, number, losses):
    """In a worker: a block that ends the first one it has."""
    try:
        os.close(os.open(folder / str(number), os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return number
    os._exit(1)


class AFew(concurrent.futures.ThreadPoolExecutor):
    """Takes a few tasks, then no more."""
    left = 3

    def submit(self, *task):
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("enough")
        return super().submit(*task)


class Blocks(unittest.TestCase):
    WANTED = ["e_n", "t_contact", "kn"]
    VALUES = {"dp_nratio": np.linspace(0, 0.5, 40)[:, None], "kn": [1e5, 2e5, -1]}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = lt.Program(IMPACT)

    def bytes_of(self, **how):
        path = self.folder / "table.npy"
        summary = self.program.sweep(["e_n", *self.WANTED], into=path, block=7, **how)
        return summary, path.read_bytes()

    def test_the_same_bytes_by_any_executor(self):
        plain = self.program.sweep(self.WANTED, **self.VALUES)
        one, wanted = self.bytes_of(**self.VALUES)
        rows = np.load(self.folder / "table.npy", mmap_mode="r")
        self.assertEqual(rows.dtype.names, ("dp_nratio", "kn", "e_n", "t_contact", "failed"))
        self.assertEqual((one.points, one.failed, one.message), (120, 40, plain.message))
        for name in plain:
            np.testing.assert_array_equal(rows[name], plain[name].ravel())
        for name, found in one.statistics.items():
            finite = plain[name][~plain.failed]
            self.assertEqual((found.count, found.min, found.max), (80, finite.min(), finite.max()))
            np.testing.assert_allclose((found.mean, found.sd), (finite.mean(), finite.std(ddof=1)), 1e-13)
        for make in (concurrent.futures.ThreadPoolExecutor, concurrent.futures.ProcessPoolExecutor):
            with make(2) as executor:
                summary, found = self.bytes_of(executor=executor, **self.VALUES)
                self.assertEqual(found, wanted)
                self.assertEqual(summary.statistics, one.statistics)
                kept = self.program.sweep(self.WANTED, into="statistics", block=7, executor=executor, **self.VALUES)
                self.assertEqual((kept.statistics, kept.message), (one.statistics, plain.message))
                table = self.program.sweep(self.WANTED, executor=executor, **self.VALUES)
            np.testing.assert_array_equal(table["e_n"], plain["e_n"])
            np.testing.assert_array_equal(table.failed, plain.failed)

    def test_a_worker_that_is_killed(self):
        values = {"dp_nratio": np.linspace(0, 0.5, 100)[:, None], "kn": np.linspace(1e5, 2e5, 50)}
        _, wanted = self.bytes_of(**values)
        executor = concurrent.futures.ProcessPoolExecutor(
            2, initializer=die_once, initargs=(self.folder / "marker",))
        _, found = self.bytes_of(executor=executor, **values)
        self.assertEqual(found, wanted)
        with self.assertRaises(concurrent.futures.BrokenExecutor):  # it has lost a worker
            executor.submit(int)

    def test_blocks_that_each_lose_a_worker(self):
        calls = [(self.folder, i) for i in range(12)]
        found = lt._blocks.in_order(lambda: concurrent.futures.ProcessPoolExecutor(2), die_at_first, calls)
        self.assertEqual(list(found), list(range(12)))

    def test_a_block_that_loses_every_worker(self):
        for executor in (concurrent.futures.ProcessPoolExecutor(2, initializer=os._exit, initargs=(1,)),
                         lambda: concurrent.futures.ProcessPoolExecutor(1, initializer=os._exit, initargs=(1,))):
            with self.assertRaisesRegex(lt.Failed, "block from point 0 on lost its worker 4 times"):
                self.bytes_of(executor=executor, **self.VALUES)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_disk_that_is_full(self):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_FSIZE, before)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
        with self.assertRaises(OSError):
            self.bytes_of(**self.VALUES)
        self.assertEqual(os.listdir(self.folder), [])

    def test_the_middle_of_a_large_design(self):
        over = [np.linspace(0.1, 0.2, 1000)[:, None, None], np.linspace(0.1, 1, 1000)[:, None], np.linspace(1e5, 2e5, 1000)]
        found = self.program.sweep("e_n", points=range(500_000_003, 500_000_005), dp_nratio=over[0],
                                   vn=-over[1], kn=over[2])
        self.assertEqual(found["kn"].tolist(), over[2][3:5].tolist())
        self.assertEqual(found["e_n"][1], self.program.run(
            dp_nratio=over[0][500, 0, 0], vn=-over[1][0, 0], kn=over[2][4]).e_n)

    def test_workers_in_another_folder(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT)
        program = lt.Program(os.path.relpath(IMPACT))
        with concurrent.futures.ProcessPoolExecutor(1, initializer=os.chdir, initargs=(self.folder,)) as executor:
            self.assertFalse(program.sweep("e_n", kn=[1e5, 2e5], block=np.int64(1), executor=executor).failed.any())

    def test_what_is_wrong(self):
        with concurrent.futures.ThreadPoolExecutor(1) as executor:
            for more, kind, said in (
                    ({"into": "a.csv"}, ValueError, "it must end in .parquet or .npy"),
                    ({"points": range(3, 121)}, ValueError, r"within the 120 points"),
                    ({"block": 0}, ValueError, "block is 0"),
                    ({"executor": 3}, TypeError, "must be an executor of concurrent.futures")):
                with self.assertRaisesRegex(kind, said):
                    self.program.sweep("e_n", **more, **self.VALUES)
            with self.assertRaisesRegex(TypeError, "did you mean 'e_n'"):
                self.program.sweep("e_m", executor=executor, **self.VALUES)
            path = self.folder / "changed.yaml"
            path.write_text(pathlib.Path(IMPACT).read_text())
            program = lt.Program(path)
            path.write_text(path.read_text() + "# changed\n")
            with self.assertRaisesRegex(ValueError, "is not what it is where the sweep was begun"):
                program.sweep("e_n", executor=executor, **self.VALUES)

    @has("pandas")
    def test_a_section(self):
        for name, size in (("calibrated", {}), ("ishigami", {"sweep.n": 64})):
            path = ROOT / f"stages/sweep/{name}.yaml"
            whole = ["sweep", os.fspath(path), "--plot=none", *(f"-D{key}={n}" for key, n in size.items()), "-o"]
            command(*whole, os.fspath(self.folder / "whole"))
            with concurrent.futures.ProcessPoolExecutor(2) as executor:
                lt.sweep(path, define=size, folder=self.folder / "parts", executor=executor)
            with self.assertRaisesRegex(RuntimeError, "enough"):
                lt.sweep(path, define=size, folder=self.folder / "begun", executor=AFew(1))
            command(*whole, os.fspath(self.folder / "begun"))
            for ending in ("csv", "json"):
                file = f"{path.stem}.sweep.{ending}"
                for made in ("parts", "begun"):
                    self.assertEqual((self.folder / made / file).read_bytes(),
                                     (self.folder / "whole" / file).read_bytes(), file)


class Page(unittest.TestCase):
    @has("pandas")
    @has("matplotlib")
    def test_every_block_runs(self):
        import matplotlib

        matplotlib.use("Agg")
        before = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, before)
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / "doc/python.md").read_text(), re.DOTALL)
        self.assertGreaterEqual(len(blocks), 3)
        for block in blocks:
            packages = re.findall(r"^import (\w+)|# needs (\w+)$", block, re.MULTILINE)
            if not all(importlib.util.find_spec(one or other) for one, other in packages):
                continue  # scripts/nightly python has them all
            names = {}
            exec(compile(block, "doc/python.md", "exec"), names)
            for line, said in re.findall(r"^(\S.*?) +# (.+)$", block, re.MULTILINE):
                if re.fullmatch(r"[-+.0-9e]+|\(.*\)|[a-z]", said):
                    self.assertEqual(str(eval(line, names)), said)

    def test_the_notebook_is_kept_without_outputs(self):
        notebook = json.loads((ROOT / "doc/notebook.ipynb").read_text())
        for cell in notebook["cells"]:
            self.assertFalse(cell.get("outputs") or cell.get("execution_count"))

    @at_night
    @has("nbconvert")
    @has("ipykernel")
    @has("matplotlib")
    def test_the_notebook_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            out = subprocess.run(
                [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "--output-dir", folder,
                 "--log-level", "ERROR", os.fspath(ROOT / "doc/notebook.ipynb")],
                capture_output=True, text=True, check=False, env={**os.environ, "HOME": folder})
            self.assertEqual(out.returncode, 0, out.stderr)
            page = (pathlib.Path(folder) / "notebook.html").read_text()
        self.assertIn("t_contact", page)
        self.assertGreaterEqual(page.count("data:image/png"), 4)


class Metres:
    """A stand-in for a quantity of pint: lengths, or other UNITs, with a factor to SI."""

    def __init__(self, number, factor=1, unit="m"):
        self.number, self.factor, self.unit = number, factor, unit

    def to_base_units(self):
        return types.SimpleNamespace(magnitude=np.asarray(self.number)[()] * self.factor, units=self)

    def __format__(self, how):
        return {"~C": self.unit}[how]

    def __str__(self):
        return f"{self.number} {self.unit}"

    def __iter__(self):
        return (Metres(one, self.factor, self.unit) for one in self.number)


class Units(unittest.TestCase):
    """Numbers with units, by any package that has them."""

    def quantities(self, number, unit):
        yield Metres(number, 1e3, {"N": "kg*m/s**2", "N/m": "kg/s**2"}.get(unit, unit))
        if importlib.util.find_spec("pint"):
            import pint
            yield pint.UnitRegistry().Quantity(number, "k" + unit if unit else "")
        if importlib.util.find_spec("unyt"):
            import unyt
            yield unyt.unyt_array(number, "k" + unit) if np.ndim(number) else unyt.unyt_quantity(number, "k" + unit)
        if importlib.util.find_spec("astropy"):
            import astropy.units
            yield astropy.units.Quantity(number, "k" + unit)

    def test_numbers(self):
        program = lt.Program(IMPACT)
        usual = program.run(kn=2e5).t_contact
        for kn in self.quantities(200, "N/m"):
            run = program.run(kn=kn)
            self.assertAlmostEqual(run.t_contact / usual, 1, delta=1e-12)
            self.assertEqual(run.kn, pickle.loads(pickle.dumps(run)).kn)
            self.assertAlmostEqual(program.run(params={"law.kn": kn}).t_contact / usual, 1, delta=1e-12)
            self.assertAlmostEqual(lt.run(IMPACT, define={"kn": kn}).t_contact / usual, 1, delta=1e-12)
            found = program.calibrate({"dp_nratio": (0, 2)}, {"e_n": 0.5}, kn=kn)
            self.assertTrue(found.converged)
            found = program.calibrate({"kn": (kn, 1e7)}, {"t_contact": 1e-4})
            self.assertTrue(found.converged)
        for force in self.quantities(200, "N"):
            with self.assertRaisesRegex(ValueError, r"kn is 200.* is a force \(N\), expected a stiffness \(N/m\)"):
                program.run(kn=force)
            with self.assertRaisesRegex(ValueError, r"t_contact is 200.* expected a time"):
                program.calibrate({"kn": (1e3, 1e7)}, {"t_contact": force})
            with self.assertRaisesRegex(TypeError, "did you mean 'kn'"):
                program.run(kkn=force)
            with self.assertRaisesRegex(lt.Invalid, r"is a force \(N\), expected a length \(m\)"):
                lt.run(IMPACT, define={"particles.a.radius": force})
            with self.assertRaisesRegex(ValueError, r"particles.a.radius is 200.* expected a length"):
                program.run(params={"particles.a.radius": force})
        with self.assertRaisesRegex(ValueError, r"kn is 5 : a pure number, expected its unit \(N/m\)"):
            program.run(kn=Metres(5, 1, ""))
        self.assertEqual(program.run(dp_nratio=Metres(20, 1e-2, "dimensionless")).dp_nratio, 0.2)
        with self.assertRaisesRegex(TypeError, "kn has 2 values"):
            program.run(kn=Metres([1, 2], 1, "kg/s**2"))

    def test_arrays(self):
        program = lt.Program(IMPACT)
        usual = program.sweep("t_contact", kn=[1e5, 2e5])["t_contact"]
        for kn in self.quantities([100.0, 200.0], "N/m"):
            for given in (kn, list(kn)):
                np.testing.assert_allclose(program.sweep("t_contact", kn=given)["t_contact"], usual, rtol=1e-12)
        with self.assertRaisesRegex(ValueError, "kn is .* expected a stiffness"):
            program.sweep("t_contact", kn=Metres([1, 2], 1, "m"))

    def test_programs(self):
        sphere = {"shape": "sphere", "radius": 5e-3, "density": 2500}
        program = {"lawtester": 1, "particles": {"a": sphere, "b": sphere}, "law": {"name": "linear", "kn": 1e5, "dp_nratio": 0.2},
                   "stages": [{"whats": "i.....", "values": [-1, 0, 0, 0, 0, 0], "until": "rebound"}]}
        plain = lt.run(program)
        sphere["radius"] = Metres(5, 1e-3)
        program["stages"][0]["values"][0] = Metres(-1, 1, "m/s")
        self.assertEqual(lt.run(program).t_contact, plain.t_contact)
        sphere["radius"] = Metres(5, 1e-3, "kg")
        with self.assertRaisesRegex(lt.Invalid, "'0.005 kg' is a mass .*, expected a length"):
            lt.run(program)

    def test_fits(self):
        speed, e = np.array([0.1, 0.5, 2]), [0.88, 0.84, 0.79]
        usual = lt.fit(ROOT / "stages/fit/restitution.yaml", data={"speed": speed, "e": e})["parameters"]
        for given in (Metres(speed, 1, "m/s"), Metres(1e3 * speed, 1, "mm/s")):
            found = lt.fit(ROOT / "stages/fit/restitution.yaml", data={"speed": given, "e": e})["parameters"]
            self.assertAlmostEqual(found["A"]["value"] / usual["A"]["value"], 1, delta=1e-9)

    def test_results(self):
        run = lt.run(IMPACT)
        self.assertEqual(run.quantity("fn_max", lambda number, unit: (number, unit)), (run.fn_max, "N"))
        self.assertEqual(run.quantity("e_n", lambda number, unit: (number, unit)), (run.e_n, ""))
        self.assertTrue(np.isnan(run.quantity("e_t", lambda number, unit: number)))
        values, unit = run.quantity("vn", lambda *both: both)
        self.assertIs(values, run["vn"])
        self.assertEqual(unit, "m/s")
        table = lt.sweep(IMPACT, "t_contact", kn=[1e5, 2e5])
        self.assertEqual(table.quantity("kn", lambda *both: both)[1], "N/m")
        with self.assertRaisesRegex(AttributeError, "did you mean 'fn_max'"):
            run.quantity("fn_mx", lambda *both: both)

    @has("pint")
    def test_pint(self):
        import pint
        run = lt.run(IMPACT)
        self.assertAlmostEqual(run.quantity("fn_max").to("mN").magnitude, 1e3 * run.fn_max)
        self.assertEqual(run.quantity("t_contact", pint.UnitRegistry().Quantity).magnitude, run.t_contact)

    @has("unyt")
    def test_unyt(self):
        import unyt
        run = lt.run(IMPACT)
        self.assertAlmostEqual(float(run.quantity("overlap_max", unyt.unyt_quantity).to("um")), 1e6 * run.overlap_max)
        self.assertEqual(run.quantity("fn", unyt.unyt_array).shape, run["fn"].shape)


class DataArrays(unittest.TestCase):
    """to_xarray; without xarray what is given to its Dataset."""

    def setUp(self):
        if importlib.util.find_spec("xarray") is None:
            def dataset(data, coords, attrs):
                made = {**data, **coords}
                return types.SimpleNamespace(
                    variables={name: types.SimpleNamespace(dims=(dims,) if isinstance(dims, str) else tuple(dims),
                                                           values=np.asarray(values), attrs=attributes)
                               for name, (dims, values, attributes) in made.items()},
                    data_vars=data, coords=coords, attrs=attrs)
            sys.modules["xarray"] = types.SimpleNamespace(Dataset=dataset)
            self.addCleanup(sys.modules.pop, "xarray")

    def test_a_run(self):
        run = lt.run(IMPACT, dp_nratio=0.3)
        data = run.to_xarray()
        self.assertEqual(data.variables["fn"].dims, ("t",))
        np.testing.assert_array_equal(data.variables["fn"].values, run["fn"])
        self.assertEqual(data.variables["fn"].attrs, {"long_name": "normal force", "units": "N"})
        self.assertEqual(data.variables["e_n"].dims, ())
        self.assertEqual(data.variables["e_n"].values, run.e_n)
        self.assertTrue(np.isnan(data.variables["e_t"].values))
        self.assertEqual(data.variables["lin_force_n"].attrs["long_name"], "linear normal force lin_force_n")
        self.assertEqual(set(data.coords), {"t", "dp_nratio"})
        self.assertEqual(data.attrs["law"], "linear")
        self.assertNotIn("un_end", data.variables)
        self.assertEqual(set(lt.run(IMPACT, table=False).to_xarray().coords), set())
        self.assertEqual(lt.run(IMPACT, dp_mode="full").to_xarray().variables["dp_mode"].values, "full")

    def dims(self, wanted="e_n", **values):
        return {name: one.dims for name, one in lt.sweep(IMPACT, wanted, **values).to_xarray().variables.items()}

    def test_axes_of_a_grid(self):
        table = lt.sweep(IMPACT, ["e_n", "t_contact"], dp_nratio=np.linspace(0, 0.5, 4)[:, None], kn=[1e5, 2e5], vn=1)
        data = table.to_xarray()
        self.assertEqual(data.variables["t_contact"].dims, ("dp_nratio", "kn"))
        np.testing.assert_array_equal(data.variables["t_contact"].values, table["t_contact"])
        np.testing.assert_array_equal(data.variables["kn"].values, [1e5, 2e5])
        self.assertEqual(data.variables["kn"].attrs, {"long_name": "normal stiffness kn", "units": "N/m"})
        self.assertEqual(data.variables["vn"].dims, ())
        again = pickle.loads(pickle.dumps(table)).to_xarray()
        self.assertEqual(again.variables["dp_nratio"].dims, ("dp_nratio",))

    def test_other_axes(self):
        self.assertEqual(self.dims(kn=[1e5, 2e5], ks=[1e4, 2e4]), {"e_n": ("run",), "kn": ("run",), "ks": ("run",), "failed": ("run",)})
        self.assertEqual(self.dims(kn=[1e5]), {"e_n": ("kn",), "kn": ("kn",), "failed": ("kn",)})
        self.assertEqual(self.dims(kn=1e5), {"e_n": (), "kn": (), "failed": ()})
        both = self.dims(kn=[1e5, 2e5], ks=[[1e4, 2e4], [3e4, 4e4]])
        self.assertEqual((both["e_n"], both["ks"], both["kn"]), (("axis_0", "kn"), ("axis_0", "kn"), ("kn",)))
        self.assertEqual(self.dims("kn", kn=[1e5, 2e5]), {"kn": ("kn",), "failed": ("kn",)})
        masked = np.ma.masked_greater([1e5, 2e5, 3e5], 2.5e5)
        self.assertEqual(self.dims(kn=masked)["e_n"], ("kn",))
        self.assertEqual(self.dims(kn=masked[:, None], ks=[1e4, 2e4])["e_n"], ("kn", "ks"))
        self.assertEqual(self.dims(kn=np.empty((0, 2)))["e_n"], ("axis_0", "axis_1"))


class Hints(unittest.TestCase):
    def test_only_public_names_are_shown(self):
        run = lt.run(IMPACT)
        table = lt.sweep(IMPACT, "e_n", kn=[1e5, 2e5])
        self.assertEqual([name for name in dir(lt) if not name.startswith("__")], sorted(lt.__all__))
        calibration = lt.calibrate(IMPACT, {"dp_nratio": (0, 2)}, {"e_n": 0.5})
        for one in (run, run.columns, table, calibration, lt.Program(IMPACT)):
            shown = [name for name in dir(one) if not name.startswith("__")]
            self.assertFalse([name for name in shown if name.startswith("_")], one)
            self.assertGreater(len(shown), 3)
            self.assertTrue(all(hasattr(one, name) for name in shown))
        self.assertEqual(run._ipython_key_completions_(), list(run.columns))
        self.assertEqual(run.columns._ipython_key_completions_(), list(run.columns))
        self.assertEqual(table._ipython_key_completions_(), ["kn", "e_n"])

    def test_one_hint_is_enough(self):
        out = subprocess.run([sys.executable, "-c", "import lawtester as lt, sys; lt.run(sys.argv[1]).fn_mx", IMPACT],
                             capture_output=True, text=True, check=False)
        self.assertEqual(out.stderr.lower().count("did you mean"), 1, out.stderr)

    def test_every_public_name_is_documented(self):
        looked_at = 0
        for name in lt.__all__:
            one = getattr(lt, name)
            self.assertTrue(inspect.getdoc(one), name)
            looked_at += 1
            for part, value in vars(one).items() if inspect.isclass(one) else ():
                if part.startswith("_") or not (callable(value) or hasattr(value, "__get__")):
                    continue
                if lt.Place is not one:
                    self.assertTrue(inspect.getdoc(value), f"{name}.{part}")
                looked_at += 1
        self.assertGreater(looked_at, 40)

    @at_night
    @has("mypy")
    def test_types_are_right(self):
        with tempfile.TemporaryDirectory() as folder:
            used = pathlib.Path(folder) / "used.py"
            used.write_text(
                "import pathlib\n"
                "import numpy as np\n"
                "import lawtester as lt\n"
                "r = lt.run(pathlib.Path('impact.yaml'), dp_nratio=0.2, dp_mode='full')\n"
                "e: float | None = r.e_n\n"
                "lowest: float = r['fn'].min()\n"
                "t = lt.sweep('impact.yaml', ['e_n'], kn=np.linspace(1, 2, 3)[:, None])\n"
                "c = lt.calibrate('impact.yaml', {'dp_nratio': (0, 2)}, to={'e_n': (0.5, 0.1)})\n"
                "x: float = float(c)\n"
                "program = lt.Program({'lawtester': 1}, define={'kn': 3}, plugin=['a.so'])\n"
                "names: list[str] = list(program.results)\n"
                "verdict: bool = lt.verify(program)['ok']\n"
                "reveal_type(r.columns['fn'])\n"
                "reveal_type(c.value)\n"
                "wrong: str = r.ok\n"
                "lt.run(3.5)\n")
            out = subprocess.run(
                [sys.executable, "-m", "mypy", "--config-file", os.fspath(ROOT / "pyproject.toml"),
                 "--cache-dir", folder, os.fspath(ROOT / "python/lawtester"), os.fspath(used)],
                capture_output=True, text=True, check=False)
        said = [line for line in out.stdout.splitlines() if ": error: " in line]
        self.assertEqual([int(line.split(":")[1]) for line in said], [15, 16], out.stdout + out.stderr)
        self.assertRegex(out.stdout, r"used.py:13: note: .*ndarray.*float")
        self.assertRegex(out.stdout, r"used.py:14: note: .*float(, | \| )None")


@has("yaml")
class Advise(unittest.TestCase):
    EXAMPLES = ROOT / "doc/examples"
    SPHERES = {"lawtester": 1, "materials": {"m": {"density": "950 kg/m^3", "fric": 1000}},
               "law": {"name": "linear", "kn": 1e5, "ks": 1e5},
               "advise": {"sizes": {"m": {"diameter": ["3.5 mm"]}}, "speeds": ["1 cm/s"]}}

    def advise(self, law=None, **keys):
        program = copy.deepcopy(self.SPHERES)
        program["law"].update(law or {})
        program["advise"].update(keys)
        return lt.advise(program)

    def held(self, name, factor, dt, rules):
        advice = lt.advise(self.EXAMPLES / name)
        self.assertAlmostEqual(advice.stiffness_factor / factor, 1, delta=2e-3)
        self.assertAlmostEqual(advice.dt / dt, 1, delta=0.02)
        for found, error in zip(advice.document["step"]["rules"], rules):
            self.assertAlmostEqual(found["error"], error, delta=5e-4)
        return advice

    def test_drum(self):
        advice = self.held("drum.yaml", 0.1184, 0.2695e-6, [0.0044, 0.0044, 0.0012])
        self.assertIn("wall of steel of 0.5 mm", advice.document["step"]["worst"])
        self.assertEqual(advice.decides, "single")
        self.assertTrue(advice.ok)
        json.dumps(advice.document, allow_nan=False)

    @has("pandas")
    def test_pellets(self):
        advice = self.held("pellets.yaml", 0.2858, 0.3702e-6, [0.2342, 0.0175, 0.0074])
        impacts = advice.check(2000)
        self.assertEqual(int((impacts.error > 0.02).sum()), 0)
        self.assertEqual(len(advice.pairs), 54)
        self.assertFalse(lt.advise(self.EXAMPLES / "pellets.yaml", dt=2e-6).ok)

    @at_night
    def test_one_damping_number(self):
        advice = lt.advise(self.EXAMPLES / "pellets-gamma.yaml")
        self.assertAlmostEqual(advice.stiffness_factor / 0.010744, 1, delta=2e-3)
        self.assertAlmostEqual(advice.dt / 0.1223e-6, 1, delta=0.02)
        self.assertAlmostEqual(advice.damping["numbers"][0]["value"] / 0.90649, 1, delta=5e-3)

    @at_night
    def test_powder(self):
        advice = self.held("powder.yaml", 1e-3, 0.5968e-6, [0.0197, 0.0092, 0.0035])
        self.assertAlmostEqual(advice.document["adhesion"]["ratio"][0], 1, delta=1e-3)

    def test_packing(self):
        """fcc of equal spheres: t_c/3.14 without, t_c/7.02 with tangential springs of the same stiffness."""
        mass = 950 * np.pi / 6 * 3.5e-3 ** 3
        t_c = np.pi * np.sqrt(mass / 2 / 1e5)
        for ks, part in ((0, 3.14), (1e5, 7.02), (2e5 / 7, 7.02 * np.sqrt(2 / 7))):
            limit = self.advise({"ks": ks}, contacts=12).limits["packing"]
            self.assertAlmostEqual(t_c / limit / part, 1, delta=2e-3)

    def test_packing_by_the_tangents_of_the_law(self):
        """Hertz: of the stiffness at the largest overlap, as motion.contacts has it."""
        law = {"name": "mindlin", "young": 1e8, "poisson": 0.25, "fric": 0.3, "kn": None, "ks": None}
        law = {key: value for key, value in law.items() if value is not None}
        program = copy.deepcopy(self.SPHERES)
        program["law"] = law
        program["advise"]["contacts"] = 6
        limit = lt.advise(program).limits["packing"]
        ball = "{shape: sphere, radius: 1.75 mm, material: m}"
        one = lt.run(f"lawtester: 1\nmaterials: {{m: {{density: 950, fric: 1000}}}}\nparticles: {{a: {ball}, b: {ball}}}\n"
                     "law: {name: mindlin, young: 1e8, poisson: 0.25, fric: 0.3}\n"
                     "motion: {dt: t_crit/10, contacts: 6}\n"
                     "stages: [{whats: ii...., values: [-0.01, 0, 0, 0, 0, 0], until: step >= 1}]\n")
        self.assertAlmostEqual(limit / one.t_crit, 1, delta=1e-9)

    SAND = {"lawtester": 1, "materials": {"sand": {"density": 2650, "young": 7e9, "poisson": 0.2},
                                          "pellet": {"density": 950, "young": 1e9, "poisson": 0.4},
                                          "steel": {"density": 7800, "young": 2.1e11, "poisson": 0.3}},
            "law": {"name": "hertz", "damping": "tsuji", "alpha": 0.2, "dp_mode": "no-tension"}}

    def test_measured_restitution_and_sieves(self):
        """want: {file}, shares of two species, a cumulative curve by mass, per: materials, lines of three types."""
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text):
                pathlib.Path(folder, name).write_text(text, encoding="utf-8")
                return os.path.join(folder, name)
            curve = write("psd.csv", '"d [mm]","cum [%]"\n0.5,0\n0.8,20\n1.2,55\n2,90\n3,100\n')
            density = write("share.csv", '"d [mm]","share"\n0.65,20\n1,35\n1.6,35\n2.5,10\n')
            measured = write("e.csv", '"v [m/s]","e"\n0.1,0.85\n0.5,0.8\n2,0.7\n')
            program = {**self.SAND, "advise": {
                "sizes": {"sand": {"diameter": {"file": curve, "by": "mass", "n": 3}, "share": 3},
                          "pellet": {"diameter": ["3 mm", "4 mm"], "shares": [1, 2], "share": 1}},
                "walls": ["steel"], "speeds": ["0.1 m/s", "2 m/s"], "want": {"e": 0.7},
                "vary": {"alpha": [0.01, 2], "per": "materials"}, "within": {"e_n": 0.02}, "contacts": 8}}
            advice = lt.advise(program)
            sizes = advice._population.file.sizes["sand"]
            # Shares by number are those by mass over the cube of the size.
            d, share = np.array([0.5, 0.8, 1.2, 2, 3]), np.array([0.2, 0.35, 0.35, 0.1])
            number = share / np.sqrt(d[1:] * d[:-1]) ** 3
            at = np.interp([0.5 / 3, 0.5, 2.5 / 3], np.r_[0, np.cumsum(number)] / number.sum(), d)
            np.testing.assert_allclose(sizes.radius[1:-1], at / 2e3, rtol=1e-3)
            self.assertAlmostEqual(sizes.middle(), at[1] / 2e3, delta=1e-6)
            self.assertEqual(len(advice.damping["numbers"]), 5)
            for one in advice.damping["numbers"]:  # alpha of e_n = 0.7, whatever the size
                self.assertAlmostEqual(one["value"], 0.273282, delta=1e-4)
            self.assertLess(abs(advice.document["step"]["error"] - 0.018), 0.0025)
            weights = np.bincount(advice._population.pair_kind.astype(int), advice._population.pair_weight)
            swapped = copy.deepcopy(program)
            swapped["advise"]["sizes"]["sand"]["share"], swapped["advise"]["sizes"]["pellet"]["share"] = 1, 3
            other = lt._advise_population.Population(lt._advise_file.File(swapped), 1)
            more = np.bincount(other.pair_kind.astype(int), other.pair_weight)
            self.assertAlmostEqual((weights[0] / weights[2]) / (more[0] / more[2]), 81, delta=1e-6)
            lines = advice.for_code("liggghts")
            self.assertIn("youngsModulus peratomtype 7000000000 1000000000 2.1e+11", lines)
            self.assertIn("coefficientRestitution peratomtypepair 3 0.6", lines)
            self.assertIn(f"timestep {advice.dt:.10g}", lines)
            with self.assertRaisesRegex(ValueError, "one pair of materials at a time"):
                advice.for_code("pfc")
            # Measured at three speeds; a table of shares.
            one = copy.deepcopy(program)
            one["law"] = {"name": "hertz", "damping": "viscoelastic", "A": 1e-6, "dp_mode": "no-tension"}
            one["advise"] = {"sizes": {"sand": {"diameter": {"file": density, "by": "mass", "n": 3}}}, "speeds": ["0.1 m/s", "2 m/s"],
                             "want": {"file": measured}, "vary": {"A": [1e-9, 1e-3]}, "within": {"e_n": 0.05}}
            found = lt.advise(one)
            a = found.damping["numbers"][0]
            of = found._population
            v, e = np.array([0.1, 0.5, 2]), np.array([0.85, 0.8, 0.7])
            pairs = np.flatnonzero(of.v == 2)
            rows, at = np.repeat(pairs, 3), np.tile(v, len(pairs))

            def misses(value):
                of.number[0] = value
                return float((of.weight[rows] * (of.exact(1.0, rows, ["e_n"], at)[0] - np.tile(e, len(pairs))) ** 2).sum()
                             / of.weight[rows].sum())
            least = misses(a["value"])
            self.assertAlmostEqual(a["rms"], np.sqrt(least), delta=1e-6)
            self.assertLess(least, min(misses(a["value"] * 1.01), misses(a["value"] / 1.01)))
            for wrong, said in (("v,e\n2,0.7\n1,0.8\n", "speeds of .* must rise"), ("v,e,x\n1,1,1\n2,1,1\n", "3 columns")):
                write("e.csv", wrong)
                with self.assertRaisesRegex(lt.Invalid, said):
                    lt.advise(one)

    def test_numbers_of_adhesion(self):
        """Bond and Tabor numbers of equal balls, by their formulas; limits of them."""
        program = {"lawtester": 1, "materials": {"p": {"density": 1500, "young": 5e9, "poisson": 0.3}},
                   "law": {"name": "jkr", "work_adhesion": 0.05},
                   "advise": {"sizes": {"p": {"radius": ["25 um"]}}, "speeds": ["1 m/s"], "within": {"e_n": 0.05},
                              "soften": {"p": 1, "work_adhesion": "2/5"}, "factor": 0.001}}
        advice = lt.advise(program)
        r, e, w = 12.5e-6, 5e9 / 2 / (1 - 0.09), 0.05
        mass = 1500 * 4 / 3 * np.pi * (2 * r) ** 3
        found = advice.document["adhesion"]
        self.assertAlmostEqual(found["bond_full"][0] / (1.5 * np.pi * w * r / mass / 9.81), 1, delta=1e-6)
        self.assertAlmostEqual(found["bond_ratio"], 0.001 ** 0.4, delta=1e-9)
        self.assertAlmostEqual(found["tabor_full"][0] / np.cbrt(r * w * w / (e * e * 0.3e-9 ** 3)), 1, delta=1e-6)
        self.assertAlmostEqual(found["tabor"][0] / found["tabor_full"][0], (0.001 ** (0.8 - 2)) ** (1 / 3), delta=1e-6)
        said = "\n".join(advice.flags)
        self.assertIn("Bond number", said)
        self.assertIn("Tabor's number", said)
        program["advise"]["within"]["tabor"] = [100, "inf"]
        with self.assertRaisesRegex(lt.Unmet, "within.tabor: Tabor's number is"):
            lt.advise(program)
        program["advise"]["within"] = {"e_n": 0.05, "bond": "keep"}
        with self.assertRaisesRegex(lt.Unmet, "the Bond number of every pair is 0.0631"):
            lt.advise(program)

    def test_command_line(self):
        def advise(*arguments):
            return subprocess.run([sys.executable, "-m", "lawtester", "advise", *arguments], capture_output=True, text=True,
                                  check=False)
        drum = os.fspath(self.EXAMPLES / "drum.yaml")
        out = advise(drum, "--check")
        self.assertEqual((out.returncode, out.stdout), (0, f"{drum}: ok: 54 pairs of size classes at 4 speeds\n"))
        self.assertIn("type 'python3 -m lawtester advise FILE'", command("check", drum).stderr)
        self.assertEqual(command("check", drum).returncode, 3)
        out = advise(os.fspath(self.EXAMPLES / "pellets.yaml"), "--for", "yade")
        self.assertEqual(out.returncode, 1)  # the advice stands all the same
        self.assertIn("time step", out.stdout)
        self.assertIn("--for yade: ", out.stderr)

    def test_what_cannot_be_met(self):
        for keys, said in (({"soften": ["kn"], "within": {"overlap": "0.0001 %"}}, r"3.5 mm .* 0.0059\d* %"),
                           ({"within": {"e_n": 1e-12}, "law": {"dp_nratio": 0.2}}, r"3.5 mm .* error of")):
            with self.subTest(keys), self.assertRaisesRegex(lt.Unmet, said):
                self.advise(**keys)

    def test_wrong_input(self):
        for keys, said in (({"sizes": {"x": 1}}, "sizes.x: 'x' is not known here, expected m"),
                           ({"sizes": {"m": {"diameter": ["3 kg"]}}}, "'3 kg' has the unit kg, expected m; type '2 mm'"),
                           ({"sizes": {"m": {"diameter": ["3 foo"]}}}, "the unit of '3 foo' is not known"),
                           ({"walls": ["n"]}, "expected a material: m"),
                           ({"soften": ["knn"], "within": {"overlap": "1 %"}}, "did you mean 'kn'"),
                           ({"soften": ["kn"]}, "how far is not said"),
                           ({"speeds": {"from": 1}}, "'to' is missing"),
                           ({"want": {"e": 0.5}}, "type 'vary"),
                           ({"want": {"e": 0.5}, "vary": {"dp_n": [0.1, 1]}}, "did you mean 'dp_nratio'"),
                           ({"within": {"e_m": 1}}, "did you mean 'e_n'"),
                           ({"law": {"kn": "foo"}}, "unknown name 'foo'")):
            with self.subTest(said), self.assertRaisesRegex(lt.Invalid, re.escape(said).replace("\\ ", " ")):
                self.advise(**keys)


class Import(unittest.TestCase):
    def test_neither_pandas_nor_matplotlib_is_needed(self):
        code = ("import sys; sys.modules['pandas'] = sys.modules['matplotlib'] = None; "
                "import lawtester as lt; print(lt.run(sys.argv[1]).e_n)")
        out = subprocess.run([sys.executable, "-c", code, IMPACT], capture_output=True, text=True,
                             check=True, cwd="/")
        self.assertEqual(float(out.stdout), lt.run(IMPACT).e_n)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
