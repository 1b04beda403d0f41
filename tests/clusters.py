# SPDX-License-Identifier: GPL-3.0-or-later
"""Sweeps by dask: a worker killed in the middle, and on Slurm, where it answers, a job cancelled; the same bytes.

    clusters.py ROOT FOLDER

FOLDER is made, and seen by the nodes.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import distributed
import numpy as np
from dask_jobqueue import SLURMCluster

import lawtester as lt

ROOT, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
PROGRAM = lt.Program(ROOT / "stages/linear/impact.yaml")
DAMPING = ROOT / "stages/sweep/damping.yaml"


def sweep(name, executor=None):
    path = FOLDER / f"{name}.parquet"
    PROGRAM.sweep(["e_n", "t_contact"], into=path, block=200, executor=executor,
                  dp_nratio=np.linspace(0, 0.5, 200)[:, None], kn=np.linspace(1e5, 2e5, 200))
    lt.sweep(DAMPING, folder=FOLDER / name, executor=executor)
    return path.read_bytes(), (FOLDER / name / "damping.sweep.csv").read_bytes()


def beside(name, cluster, lose):
    """The same bytes, though LOSE takes a worker half a second after the begin, which is in the middle."""
    with cluster, distributed.Client(cluster) as client:
        cluster.scale(2)
        client.wait_for_workers(2)
        timer = threading.Timer(0.5, lose, [client])
        timer.start()
        same = sweep(name, client.get_executor()) == alone
        timer.join()
    print(f"{'ok' if same else 'not ok'} - {name}", flush=True)
    return same


def kill(client):
    os.kill(next(iter(client.run(os.getpid).values())), 9)


def cancel(client):
    jobs = subprocess.run(["squeue", "-h", "-o", "%A", "-n", "lawtester"], capture_output=True, text=True, check=True)
    subprocess.run(["scancel", jobs.stdout.split()[0]], check=True)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    alone = sweep("alone")
    said = [beside("dask", distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None), kill)]
    if shutil.which("sinfo") and subprocess.run(["sinfo"], capture_output=True, check=False).returncode == 0:
        said.append(beside("slurm", SLURMCluster(
            cores=1, processes=1, memory="1GB", walltime="00:10:00", job_name="lawtester", interface="lo",
            log_directory=os.fspath(FOLDER / "log"), scheduler_options={"dashboard_address": None}), cancel))
    else:
        print("ok - slurm # SKIP no slurmctld answers")
    sys.exit(not all(said))
