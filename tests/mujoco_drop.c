/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mujoco_drop.c: MODEL PHASE DT: a sphere falls on a plane in MuJoCo's C library, which Debian 12
 * has as libmujoco-dev 2.2.2: gap and velocity after each step. tests/simulators.py writes the
 * model and compiles this. */
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    char error[500] = "usage: mujoco_drop MODEL PHASE DT";
    mjModel *model = argc == 4 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
    if (!model) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    mjData *data = mj_makeData(model);
    data->qpos[2] = 0.05 + atof(argv[2]) * atof(argv[3]);
    data->qvel[2] = -1;
    printf("%s\n", mj_versionString());
    for (int i = 0; i < 5000 && !(data->qvel[2] > 0 && data->qpos[2] > 0.05); i++) {
        mj_step(model, data);
        printf("%.17g %.17g\n", data->qpos[2] - 0.05, data->qvel[2]);
    }
    mj_deleteData(data);
    mj_deleteModel(model);
    return 0;
}
