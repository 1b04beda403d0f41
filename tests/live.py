# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs made step by step in Python, and laws that are Python functions.

    live.py ROOT [TEST...]
"""
import copy
import os
import pathlib
import pickle
import random
import re
import signal
import sys
import threading
import time
import unittest

import numpy as np

import lawtester as lt

ROOT = pathlib.Path(sys.argv[1])
IMPACT = os.fspath(ROOT / "stages/linear/impact.yaml")
STEPPED = {"motion.integrator": "leapfrog", "motion.dt": "t_c/200"}


def impact(law, **more):
    ball = {"shape": "sphere", "radius": "5 mm", "density": 2500}
    return {"lawtester": 1, "particles": {"a": ball, "b": ball}, "law": law, "motion": {"dt": "t_c/200"},
            "stages": [{"name": "impact", "whats": "ii....", "values": [-1, 0.2, 0, 0, 0, 0],
                        "until": "rebound"}], **more}


@lt.law(units={"kn": "N/m", "ks": "N/m"}, state={"stretch": "m"})
def springs(c, kn=1e5, cn=0.5, ks=5e4):
    """At the top of the module, so that programs of it can be pickled."""
    if c.un > 0:
        c.stretch = 0
        return 0
    c.stretch += c.dus
    c.out.strain = 0.5 * (kn * c.un**2 + ks * c.stretch**2)
    c.out.vfn = cn * c.vn
    return kn * c.un + c.out.vfn, ks * c.stretch


def interrupt(work):
    """Ctrl-C while WORK is done, which takes for ever."""
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        work()
    except KeyboardInterrupt:
        return
    time.sleep(0.3)
    raise AssertionError("it was done")


class Steps(unittest.TestCase):
    def test_the_same_bits_as_a_run(self):
        draw = random.Random(7)
        paths = [path for path in sorted(ROOT.glob("stages/*/*.yaml"))
                 if path.parent.name not in ("codes", "templates", "simulators")]
        compared = 0
        for path in draw.sample(paths, len(paths) if os.environ.get("LT_ALL") else 40):
            try:
                program = lt.Program(path)
                whole = program.run()
            except (lt.Invalid, lt.Failed):
                continue
            sim = program.start()
            while not sim.done:
                sim.step(draw.choice([1, 2, 50, 3000]))
            self.assertEqual(sim.result.document, whole.document, path)
            self.assertEqual(sim.result.columns._table.tobytes(), whole.columns._table.tobytes(), path)
            compared += 1
        self.assertGreater(compared, 20)

    def test_what_it_is_now(self):
        program = lt.Program(IMPACT, define=STEPPED)
        whole, sim = program.run(), program.start()
        self.assertEqual((sim.t, sim.done, sim.overlap, sim.stage), (0, False, 0, 0))
        self.assertEqual(sim.step(), 1)
        self.assertEqual(sim.step(99), 99)
        self.assertEqual(sim.un, whole["un"][100])
        self.assertEqual(sim.overlap, -sim.un)
        self.assertEqual(sim.step_, 100)
        self.assertEqual((sim.v[0], sim.f[0], sim.u[0]), (sim.vn, sim.fn, sim.un))
        np.testing.assert_array_equal(sim["fn"], whole["fn"][:101])
        held = sim["fn"]
        sim.step(50)
        np.testing.assert_array_equal(held, whole["fn"][:101])
        self.assertAlmostEqual(sum(sim.energies[name] for name in ("E_kinetic", "E_strain", "E_dashpot"))
                               / (0.5 * sim.m_eff), 1, 9)
        self.assertIn("lin_force_n", sim.state)
        self.assertEqual((sim.dp_nratio, sim.as_), (0.2, 0))
        self.assertIn("un", dir(sim))
        self.assertRegex(repr(sim), "<run live: t = .* 150 steps")
        with self.assertRaisesRegex(AttributeError, "no 'unn' in this run; did you mean 'un'"):
            _ = sim.unn
        with self.assertRaisesRegex(KeyError, "no column 'fm'"):
            _ = sim["fm"]
        with self.assertRaisesRegex(ValueError, "not done"):
            _ = sim.result
        self.assertEqual(sim.run().document, whole.document)
        self.assertEqual((sim.done, sim.step(), sim.e_n), (True, 0, whole.e_n))

    def test_until(self):
        sim = lt.Program(IMPACT, define=STEPPED).start()
        self.assertTrue(sim.run_until("vn > 0"))
        self.assertLess(sim.un, 0)
        other = lt.Program(IMPACT, define=STEPPED).start()
        self.assertTrue(other.run_until(lambda one: one.vn > 0))
        self.assertEqual(other.t, sim.t)
        self.assertFalse(sim.run_until("vn < 0", steps=3))
        self.assertTrue(sim.run_until("un > 0"))
        self.assertFalse(sim.run_until("un > 1"))
        for wrong, error in (("unn > 0", ValueError), (3, TypeError), ("un", ValueError)):
            with self.assertRaises(error):
                other.run_until(wrong)
        self.assertEqual(other.copy().step(2**70), other.copy().step(np.int64(10**6)))
        for steps in (-1, 1.5, "x"):
            with self.assertRaisesRegex(ValueError, "must be a whole number"):
                other.step(steps)

    def test_a_callback_sees_each_step(self):
        seen, program = [], lt.Program(IMPACT, define=STEPPED)
        sim = program.start(callback=lambda one: seen.append(one.fn))
        result = sim.run()
        self.assertEqual(seen, list(result["fn"][:-1]))

        def stop(one):
            if one.t > 1e-4:
                raise StopIteration

        sim = program.start(callback=stop)
        with self.assertRaises(StopIteration):
            sim.run()
        sim.callback = None
        self.assertEqual(sim.run().e_n, result.e_n)

    def test_what_is_set(self):
        sim = lt.Program(IMPACT, define=STEPPED).start()
        sim.step(50)
        sim.set(vn=-0.25, kn=2e5, un=-2e-5)
        self.assertEqual((sim.vn, sim.kn, sim.un), (-0.25, 2e5, -2e-5))
        sim.dp_mode = "full"
        for name, value, error, said in (
                ("fn", 1, AttributeError, "the law computes it"), ("t", 0, AttributeError, "only be read"),
                ("quark", 1, AttributeError, "no 'quark'"), ("kn", -1, ValueError, "its range"),
                ("kn", "x", ValueError, "must be a number"), ("overlap", 1, AttributeError, "only be read"),
                ("kn", None, TypeError, "must be a number"), ("un", float("nan"), ValueError, "is nan"),
                ("step", 1, AttributeError, "only be read"), ("dp_nratoi", 1, AttributeError, "dp_nratio")):
            with self.assertRaisesRegex(error, said):
                setattr(sim, name, value)
        again = [copy.copy(sim), copy.deepcopy(sim), pickle.loads(pickle.dumps(sim)), sim.copy()]
        wanted = sim.run()
        self.assertLess(wanted.energy_residual_rel, 1e-12)
        for one in again:
            self.assertEqual(one.run().document, wanted.document)
        self.assertEqual(pickle.loads(pickle.dumps(wanted)).document, wanted.document)
        with self.assertRaisesRegex(ValueError, "changed during the run"):
            wanted.for_code("liggghts")
        with self.assertRaisesRegex(AttributeError, "has ended"):
            sim.vn = 1

    def test_a_load_and_something_else(self):
        """The kinetic energy of an imposed velocity is booked with the next step, and not before."""
        law = {"name": "linear", "kn": 1e5, "ks": 5e4, "fric": 0.5, "dp_nratio": 0.2}
        stage = {"name": "shear", "whats": "iv....", "values": [-1, 0.1, 0, 0, 0, 0], "until": "step >= 100"}
        for integrator in ("exact", "leapfrog", "velocity-verlet"):
            program = lt.Program(impact(law, stages=[stage], motion={"integrator": integrator, "dt": "t_c/200"}))
            for name, value in (("kn", 2e5), ("us", 1e-6), ("un", -1e-6), ("lin_force_s", 0.1)):
                sim = program.start()
                sim.step(20)
                sim.vs = 0.2
                setattr(sim, name, value)
                self.assertLess(sim.run().energy_residual_rel, 2e-3 if integrator == "velocity-verlet" else 1e-9)

    def test_a_controller(self):
        """A wall pressed on by a force that a callback sets: the overlap wanted is reached."""
        program = lt.Program({**impact({"name": "linear", "kn": 1e5, "dp_nratio": 0.9}),
                              "stages": [{"name": "press", "whats": "f.....", "values": [-1, 0, 0, 0, 0, 0],
                                          "until": "step >= 3000"}]})
        wanted = 3e-5

        def control(sim):
            sim.fn = -1e5 * wanted + 2e4 * (-wanted - sim.un)

        sim = program.start(callback=control)
        sim.run()
        self.assertAlmostEqual(sim.overlap / wanted, 1, 6)

    def test_failures(self):
        sim = lt.Program(IMPACT, define={**STEPPED, "stages[0].max_steps": 30}).start()
        sim.vn = -0.5
        with self.assertRaisesRegex(lt.Failed, "within 30 steps") as caught:
            sim.run()
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(again.result["un"].tolist(), sim["un"].tolist())
        self.assertTrue(sim.done)
        self.assertEqual(sim.un, sim["un"][-1])
        program = lt.Program(IMPACT)
        with self.assertRaisesRegex(lt.Failed, "its range"):
            program.start(kn=-1)
        with self.assertRaisesRegex(TypeError, "did you mean 'dp_nratio'"):
            program.start(dp_nratoi=1)
        sim = program.start()
        program.close()
        self.assertGreater(sim.run().e_n, 0)
        with self.assertRaisesRegex(ValueError, "the program is closed"):
            program.start()

    def test_ctrl_c_pauses(self):
        program = lt.Program(IMPACT, define={**STEPPED, "motion.dt": "t_c/100000000", "stages[0].max_steps": 1e12})
        for go_on in (lambda sim: sim.run(), lambda sim: [sim.step(4096) for _ in range(10**6)],
                      lambda sim: sim.run_until("un > 1")):
            sim = program.start(table=False)
            interrupt(lambda: go_on(sim))
            self.assertFalse(sim.done)
            self.assertEqual(sim.step(3), 3)
            self.assertEqual(sim.copy().t, sim.t)


class Laws(unittest.TestCase):
    def test_the_built_in_law_again(self):
        @lt.law(units={"kn": "N/m"})
        def spring(c, kn=1e5):
            c.out.strain = 0.5 * kn * c.un**2 if c.un < 0 else 0
            return kn * c.un if c.un < 0 else 0

        mine = lt.run(impact({"name": "spring", "kn": 2e5}), plugin=spring)
        theirs = lt.run(impact({"name": "linear", "kn": 2e5}))
        for name in ("un", "fn"):
            np.testing.assert_allclose(mine[name], theirs[name], rtol=0, atol=1e-12 * abs(theirs[name]).max())
        self.assertAlmostEqual(mine.e_n, theirs.e_n, 12)
        self.assertLess(mine.energy_residual_rel, 1e-12)
        self.assertEqual(mine.units["kn"], "N/m")

    def test_state_losses_and_the_balance(self):
        program = lt.Program(impact({"name": "springs", "kn": 2e5}), plugin=springs)
        result = program.run()
        self.assertLess(result.energy_residual_rel, 1e-12)
        self.assertIn("stretch", result.columns)
        self.assertGreater(result.E_dashpot_end, 0)
        self.assertLess(abs(result.E_defect_end), 1e-2 * result.E_dashpot_end)
        sim = pickle.loads(pickle.dumps(program)).start()
        sim.run_until("un < -1e-5")
        self.assertEqual(set(sim.state), {"stretch"})
        sim.stretch = 0
        self.assertEqual(sim.fs, 0)
        self.assertEqual(program.sweep("e_n", cn=[0, 0.5], threads=2)["e_n"][1], result.e_n)
        self.assertGreater(program.sweep("e_n", cn=0.0)["e_n"], 1 - 1e-9)

        @lt.law
        def silent(c, kn=1e5):  # tells nothing of its energy
            return kn * c.un if c.un < 0 else 0

        result = lt.run(impact({"name": "silent"}), plugin=silent)
        self.assertLess(result.energy_residual_rel, 1e-12)

    @unittest.skipUnless(os.environ.get("LT_ALL"), "scripts/nightly does")
    def test_verify(self):  # a minute
        @lt.law(units={"kn": "N/m"}, acts="fn")
        def spring(c, kn=1e5):
            c.out.strain = 0.5 * kn * c.un**2 if c.un < 0 else 0
            return kn * c.un if c.un < 0 else 0

        found = lt.verify("spring", plugin=spring)["laws"][0]
        self.assertEqual([check for check in found["checks"] if check["ok"] is False], [])

        @lt.law(units={"kn": "N/m"}, acts="fn")
        def pump(c, kn=1e5):  # gives back more than it took
            return kn * c.un * (1 if c.dun < 0 else 2) if c.un < 0 else 0

        self.assertFalse(lt.verify("pump", plugin=pump)["ok"])
        with self.assertRaisesRegex(TypeError, "acts is 'fx'"):
            lt.law(lambda c: 0, acts="fx")

    def test_what_it_raises(self):
        @lt.law
        def faulty(c, kn=1e5):
            if c.un < -1e-5 and kn > 0:
                raise ZeroDivisionError("mine")
            return kn * c.un if c.un < 0 else 0

        program = lt.Program(impact({"name": "faulty"}), plugin=faulty)
        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            program.run()
        sim = program.start()
        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            sim.run()
        self.assertTrue(program.sweep("e_n", kn=1e5, threads=1).failed)
        with self.assertRaisesRegex(lt.Failed, "more with larger overlap"):  # which has another reason
            program.run(kn=-1e5)

    def test_what_it_returns(self):
        for answer in (np.float32, np.array, lambda fn: np.array([fn, 0]), lambda fn: [fn]):
            def spring(c, kn=1e5, answer=answer):
                return answer(kn * c.un) if c.un < 0 else None

            made = lt.law(lambda c, kn=1e5: spring(c, kn), name="spring")
            self.assertAlmostEqual(lt.run(impact({"name": "spring"}), plugin=made).e_n, 1, 5)
        many = lt.law(lambda c: 7 * [0], name="many")
        with self.assertRaisesRegex(ValueError, "not 7 numbers"):
            lt.run(impact({"name": "many"}), plugin=many)

    def test_ctrl_c(self):
        """It is no place to raise KeyboardInterrupt, which must not be lost there."""
        program = lt.Program(impact({"name": "springs"}), plugin=springs)
        interrupt(lambda: program.sweep("e_n", kn=np.linspace(1e5, 2e5, 100000), threads=1))
        interrupt(lambda: program.run(params={"motion.dt": 1e-10}))
        sim = program.start(params={"motion.dt": 1e-10})
        interrupt(lambda: [sim.step(1000) for _ in range(10**6)])
        self.assertEqual(sim.step(), 1)
        before = signal.signal(signal.SIGINT, lambda *given: None)  # raises nothing
        self.addCleanup(signal.signal, signal.SIGINT, before)
        for one in (program, lt.Program(IMPACT, define={**STEPPED, "motion.dt": "t_c/100000"})):
            interrupt(lambda: one.sweep("e_n", kn=np.linspace(1e5, 2e5, 100000), threads=1))

    def test_what_is_no_law(self):
        with self.assertRaisesRegex(TypeError, "a function of the contact"):
            lt.law(lambda: 0)
        with self.assertRaisesRegex(TypeError, "'k', which is no parameter"):
            lt.law(lambda c, kn: 0, units={"k": "N"})
        for name in ("as_", "dt", "out"):
            with self.assertRaisesRegex(TypeError, "the contact has already"):
                lt.law(lambda c: 0, state={name: "m"})
        for named, said in (("linear", "exists already"), ("hertz", r"; choose another name: @lt\.law")):
            with self.assertRaisesRegex(lt.Invalid, said):
                lt.Program(IMPACT, plugin=lt.law(lambda c: 0, name=named))
        with self.assertRaisesRegex(lt.Invalid, "un"):
            lt.Program(IMPACT, plugin=lt.law(lambda c, un=1: 0, name="taken"))

        @lt.law
        def words(c, kn=1e5):
            return "much"

        with self.assertRaises(TypeError):
            lt.run(impact({"name": "words"}), plugin=words)

        @lt.law
        def needs(c, kn):
            return kn * c.un if c.un < 0 else 0

        with self.assertRaisesRegex(lt.Invalid, "needs 'kn'"):
            lt.run(impact({"name": "needs"}), plugin=needs)


    def test_a_printed_result_shows_its_warnings(self):
        @lt.law
        def stiffens(c, k=1e9):
            return -k * max(-c.un, 0) ** 1.5

        r = lt.run(impact({"name": "stiffens"}), plugin=stiffens)
        self.assertIn("\n  warning: only ", repr(r))
        self.assertIn("<b>warning</b></td><td colspan='2'>only ", r._repr_html_())


class Pages(unittest.TestCase):
    def test_every_block_runs(self):
        before = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, before)
        for page, least in (("doc/live.md", 3), ("doc/teaching.md", 1)):
            blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
            self.assertGreaterEqual(len(blocks), least)
            for block in blocks:
                names = {"__name__": "__main__"}
                exec(compile(block, page, "exec"), names)
                for line, said in re.findall(r"^(\S.*?) +# (.+)$", block, re.MULTILINE):
                    if re.fullmatch(r"[-+.0-9e]+|True", said):
                        self.assertEqual(str(eval(line, names)), said)


if __name__ == "__main__":
    sys.argv[1:] = sys.argv[2:]
    unittest.main()
