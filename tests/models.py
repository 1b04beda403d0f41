# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples of doc/forward-model.md: what other libraries find with lawtester as their model is right.

    models.py ROOT [TEST...]

Of a library that is not installed the example is skipped; with LT_MODELS it is a failure.
"""
import contextlib
import importlib.util
import io
import os
import pathlib
import re
import sys
import unittest

import numpy as np

import lawtester as lt

ROOT = pathlib.Path(sys.argv[1])


class Models(unittest.TestCase):
    def run_example(self, name, module):
        if not importlib.util.find_spec(module) and not os.environ.get("LT_MODELS"):
            self.skipTest(f"no {module}")
        before = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, before)
        page = (ROOT / "doc/forward-model.md").read_text()
        code = re.search(rf"```python\n(# {name}\n.*?)```", page, re.DOTALL)[1]
        names = {"__name__": "__main__"}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, f"doc/forward-model.md: {name}", "exec"), names)
        return names

    def test_least_squares(self):
        names = self.run_example("scipy", "scipy")
        for i, name in enumerate(("kn", "dp_nratio")):
            own = names["own"][name]
            self.assertLess(abs(names["found"][i] - own["value"]), 0.1 * own["standard_error"])
            self.assertAlmostEqual(names["error"][i] / own["standard_error"], 1, 2)

    def test_posterior(self):
        names = self.run_example("emcee", "emcee")
        own = lt.fit(ROOT / "stages/fit/restitution.yaml")["parameters"]["A"]
        self.assertLess(abs(names["a"].mean() - own["value"]), 0.5 * own["standard_error"])
        self.assertTrue(0.75 < names["a"].std() / own["standard_error"] < 1.4)
        self.assertAlmostEqual(names["sigma"].mean(), 0.011, 2)

    def test_shares(self):
        shares = self.run_example("salib", "SALib")["shares"]
        np.testing.assert_allclose(shares["e_n"], [0, 1, 0], atol=0.01)
        np.testing.assert_allclose(shares["t_contact"], [0.99, 0.02, 0], atol=0.02)
        np.testing.assert_allclose(shares["overlap_max"], [0.24, 0.14, 0.66], atol=0.05)

    def test_search(self):
        study = self.run_example("optuna", "optuna")["study"]
        self.assertLess(study.best_value, 1e-3)

    def test_generations(self):
        found = self.run_example("grainlearning", "grainlearning")["calibration"].get_most_prob_params()
        np.testing.assert_allclose(found, [2e5, 0.15], rtol=0.25)  # the best of 40 samples


if __name__ == "__main__":
    sys.argv[1:] = sys.argv[2:]
    unittest.main()
