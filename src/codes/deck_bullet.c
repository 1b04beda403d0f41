/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_bullet.c: a contact as Bullet has it: contactStiffness and contactDamping of both bodies, as
 * PyBullet sets them. */
#include "codes/deck_lines.h"

/* Normal force of Bullet's contact, N, repulsion negative, at a gap UN (m; negative: overlap) and
 * speed VN (m/s, positive: separating). Bullet's solver takes an implicit step of it, of the length
 * dt (fixedTimeStep): spring and dashpot act as the viscosity dt k + c, and the change of speed in
 * the step divides by 1 + dt (dt k + c)/m_eff. */
static double bullet_force(const struct lt_deck *d, double un, double vn) {
    const double k = lt_deck_parts_get(d, "contactStiffness"),
                 step = lt_deck_parts_get(d, "fixedTimeStep");
    const double give = step * k + lt_deck_parts_get(d, "contactDamping");
    const double s = un + lt_deck_parts_get(d, "linearSlop");
    /* Before touch, within the margin, only a speed that would close the gap within the step is met
     * with a force. */
    const double pushes = -give * vn - (s < 0 ? k * s : give * s / step);
    return un > lt_deck_parts_get(d, "margin") ? 0
                                               : -fmax(pushes / (1 + step * give / d->m_eff), 0);
}

/* Writes the lines for Bullet's Python interface, or sets *d->why if the law of the file does not
 * have Bullet's forces. Stiffnesses of two bodies act in series and dampings add, so each body gets
 * twice the stiffness and half of the damping of the contact. */
static void put_bullet_deck(FILE *file, const struct lt_deck *d) {
    const double step = lt_deck_parts_get(d, "fixedTimeStep");
    const double reach = lt_deck_parts_get(d, "margin") + lt_deck_parts_get(d, "linearSlop");
    if (!lt_deck_law_gives(d, 2 * reach + 1e-4 * d->r_eff, bullet_force)) {
        *d->why = "law 'bullet' of this file does not have the forces of Bullet: "
                  "stages/simulators/bullet.yaml has";
        return;
    }
    fprintf(file,
            "p.setTimeStep(%.10g)\n"
            "for body in a, b: # 1/k = 1/k_a + 1/k_b, c = c_a + c_b\n"
            "    p.changeDynamics(body, -1, contactStiffness=%.10g, contactDamping=%.10g)\n",
            step, 2 * lt_deck_parts_get(d, "contactStiffness"),
            lt_deck_parts_get(d, "contactDamping") / 2);
    if (d->steps && fabs(d->dt - step) > 1e-9 * step)
        fprintf(file, "# warning: these are for fixedTimeStep, but motion.dt is %.10g s\n", d->dt);
    if (!d->steps)
        fputs(
            "# warning: Bullet takes steps of fixedTimeStep: calibrate with --as-run and motion.dt "
            "of that length\n",
            file);
}

const struct lt_deck_code lt_deck_bullet = {
    .title = "Bullet",
    .comment = "#",
    .put = put_bullet_deck,
    .lever_unknown = true,
    .laws = "bullet",
    .linear = "its step is implicit: calibrate the law of stages/simulators/bullet.yaml",
};
