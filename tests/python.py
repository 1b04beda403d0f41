# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python module, as its users have it.

    python.py ROOT LAWTESTER [TEST...]

LAWTESTER is the program, whose numbers and words are the module's. Without pandas or matplotlib what
needs them is skipped.
"""
import gc
import importlib.util
import json
import os
import pathlib
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

import lawtester as lt

ROOT = pathlib.Path(sys.argv[1])
PROGRAM = sys.argv[2]
IMPACT = os.fspath(ROOT / "stages/linear/impact.yaml")


def has(module):
    return unittest.skipUnless(importlib.util.find_spec(module), f"no {module}")


def command(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


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
        self.assertIn("e_n", dir(r))
        self.assertFalse(hasattr(r, "_ipython_display_"))
        self.assertIs(r.check(), r)

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
        self.assertEqual(r.e_n, lt.run(IMPACT).e_n)

    def test_nothing_leaks(self):
        program = lt.Program(IMPACT)

        def resident():
            gc.collect()
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096

        def work(count):
            for _ in range(count):
                program.run(dp_nratio=0.3)["fn"].min()

        work(2000)
        before = resident()
        work(int(os.environ.get("LT_PYTHON_RUNS", 3000)))
        self.assertLess(resident() - before, 2 << 20)

    def test_kinds_of_sources(self):
        text = pathlib.Path(IMPACT).read_text()
        self.assertEqual(lt.run(text).e_n, lt.run(IMPACT).e_n)
        program = {"lawtester": 1,
                   "particles": {"a": {"shape": "sphere", "radius": "5 mm", "density": 2500},
                                 "b": {"shape": "sphere", "radius": 0.005, "density": 2500}},
                   "law": {"name": "linear", "kn": 1e5, "dp_nratio": 0.2, "dp_mode": "no-tension"},
                   "motion": {"integrator": "exact"},
                   "stages": [{"whats": "i.....", "values": [-1, 0, 0, 0, 0, 0],
                               "until": "rebound"}]}
        self.assertEqual(lt.run(program).e_n, lt.run(IMPACT, dp_nratio=0.2).e_n)
        self.assertEqual(lt.run(IMPACT, define={"particles.a.radius": "6 mm"}).e_n,
                         lt.run(IMPACT, params={"particles.a.radius": 0.006}).e_n)
        copy = pickle.loads(pickle.dumps(lt.Program(program, define={"law.kn": "2e5"})))
        self.assertEqual(copy.run().kn, 2e5)

    def test_a_changed_file_is_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "impact.yaml"
            text = pathlib.Path(IMPACT).read_text()
            path.write_text(text)
            first = lt.run(path)
            path.write_text(text.replace("let: {", "let: {more: 3, ", 1))
            self.assertEqual(lt.run(path).more, 3)
            self.assertEqual(first.e_n, lt.run(path).e_n)

    @has("matplotlib")
    def test_plot(self):
        import matplotlib

        matplotlib.use("Agg")
        axes = lt.run(IMPACT).plot("-un", "-fn", color="k")
        self.assertEqual(axes.get_ylabel(), "-fn (N)")
        self.assertEqual(axes.get_xlabel(), "-un (µm)")
        across, up = axes.lines[-1].get_data()
        np.testing.assert_array_equal(up, -lt.run(IMPACT)["fn"])
        np.testing.assert_allclose(across, -1e6 * lt.run(IMPACT)["un"])

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
        with self.assertRaisesRegex(TypeError, "e_m"):
            lt.sweep(IMPACT, "e_m", kn=[1e5])
        with self.assertRaisesRegex(ValueError, "did you mean"):
            lt.calibrate(IMPACT, "dp_nratoi=0:1", "e_n=0.5")
        with self.assertRaises(lt.Failed):
            lt.verify("no-such-law")
        with self.assertRaises(lt.Failed):
            lt.fit(IMPACT)

    def test_a_failed_run_has_no_numbers(self):
        with self.assertRaises(lt.Failed) as caught:
            lt.run(IMPACT, define={"stages[0].max_steps": 3})
        result = caught.exception.result
        self.assertIsNone(result.e_n)
        self.assertGreater(len(result), 0)
        self.assertFalse(result.ok)

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

    def test_words_and_failures(self):
        table = lt.sweep(IMPACT, "e_n", dp_mode=["full", "no-tension"], kn=[[1e5], [-1]])
        self.assertEqual(table["e_n"][0, 0], lt.run(IMPACT, dp_mode="full").e_n)
        np.testing.assert_array_equal(table.failed, [[False, False], [True, True]])
        self.assertTrue(np.isnan(table["e_n"][1]).all())
        self.assertRegex(table.message, "run 2: kn is -1")
        self.assertEqual(lt.sweep(IMPACT, "e_n")["e_n"].shape, ())

    @has("pandas")
    def test_the_section_sweep(self):
        path = ROOT / "stages/sweep/uncertainty.yaml"
        frame = lt.sweep(path, define={"sweep.n": 64})
        with tempfile.TemporaryDirectory() as folder:
            out = command("sweep", os.fspath(path), "-D", "sweep.n=64", "-o", folder, "--plot=none",
                          "--json")
            table = np.genfromtxt(pathlib.Path(folder) / "uncertainty.sweep.csv", delimiter=",",
                                  names=True, comments="#")
        document = json.loads(out.stdout)
        self.assertEqual(frame.attrs["document"]["columns"], document["columns"])
        for name in table.dtype.names:
            np.testing.assert_array_equal(frame[name].to_numpy(), table[name])


class Jobs(unittest.TestCase):
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

    def test_fit(self):
        path = next(path for path in sorted(ROOT.glob("stages/fit/*.yaml")))
        with tempfile.TemporaryDirectory() as folder:
            out = command("fit", os.fspath(path), "--json", "--plot=none", "-o", folder)
        self.assertEqual(lt.fit(path), json.loads(out.stdout))

    def test_verify(self):
        found = lt.verify("linear")["laws"][0]
        out = json.loads(command("verify", "linear", "--json").stdout)["laws"][0]
        self.assertEqual(found["checks"], out["checks"])
        self.assertTrue(all(check["ok"] for check in lt.verify(IMPACT)["laws"][-1]["checks"]))

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
        self.assertEqual(lt.run(IMPACT).e_n, lt.run(IMPACT).e_n)

    def test_a_child_of_fork(self):
        lt.run(IMPACT)
        child = os.fork()
        if child == 0:
            os._exit(0 if lt.sweep(IMPACT, "e_n", kn=[1e5], threads=1)["e_n"][0] > 0 else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


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
            names = {}
            exec(compile(block, "doc/python.md", "exec"), names)
            for line, said in re.findall(r"^(\S.*?) +# (.+)$", block, re.MULTILINE):
                if re.fullmatch(r"[-+.0-9e]+|\(.*\)|[a-z]", said):
                    self.assertEqual(str(eval(line, names)), said)

    def test_the_notebook_is_kept_without_outputs(self):
        notebook = json.loads((ROOT / "doc/notebook.ipynb").read_text())
        for cell in notebook["cells"]:
            self.assertFalse(cell.get("outputs") or cell.get("execution_count"))

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


class Import(unittest.TestCase):
    def test_neither_pandas_nor_matplotlib_is_needed(self):
        code = ("import sys; sys.modules['pandas'] = sys.modules['matplotlib'] = None; "
                "import lawtester as lt; print(lt.run(sys.argv[1]).e_n)")
        out = subprocess.run([sys.executable, "-c", code, IMPACT], capture_output=True, text=True,
                             check=True, cwd="/")
        self.assertEqual(float(out.stdout), lt.run(IMPACT).e_n)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
