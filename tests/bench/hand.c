/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hand.c: what a loop written by hand for one law reaches: a bead against a wall, six degrees of
 * freedom by leapfrog, linear springs, Coulomb slip in both directions, dashpots of which the
 * normal one has a tensile cut-off, and every energy. The impact is that of bench.c, and so are the
 * results.
 */
#include "cpu_time.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static double larger(double a, double b) {
    return a > b ? a : b; /* fmax would be a call */
}

struct books {
    double strain, slip, dashpot, cross, kinetic, worst, overlap, fn, ft;
};

/* Steps until the bead has left the wall; v holds its velocities. */
static long impact(double per_contact, double *v, struct books *books) {
    const double radius = 5e-3, density = 2500, kn = 1e5, ks = 5e4, fric = 0.3, ratio = 0.1;
    const double m = 4 * M_PI / 3 * radius * radius * radius * density;
    const double inertia = 0.4 * m * radius * radius;
    const double inv_kn = 1 / kn, inv_ks = 1 / ks;
    const double cn = 2 * ratio * sqrt(m * kn), cs = 2 * ratio * sqrt(m * ks);
    const double dt = M_PI * sqrt(m / kn) / per_contact, w = dt / m, turn = dt * radius / inertia;
    double vn = v[0], vs = v[1], vt = v[2], wn = v[3], ws = v[4], wt = v[5];
    double un = -vn * dt, us = 0, ut = 0, an = 0, as = 0, at = 0;
    double fn = 0, fs = 0, ft = 0, gn = 0, gs = 0, gt = 0;
    const double vs0 = vs + radius * wt, vt0 = vt - radius * ws;
    const double all =
        0.5 * (m * (vn * vn + vs0 * vs0 + vt0 * vt0) + inertia * (wn * wn + ws * ws + wt * wt));
    struct books b = {0};
    bool active = false, done = false;
    long steps = 0;
    while (!done) {
        double dun = dt * vn, dus = dt * vs, dut = dt * vt;
        un += dun;
        us += dus;
        ut += dut;
        an += dt * wn;
        as += dt * ws;
        at += dt * wt;
        steps++;

        const double fn0 = fn, fs0 = fs, ft0 = ft, gn0 = gn, gs0 = gs, gt0 = gt;
        const bool was = active;
        double inside = 1, slipped = 0;
        active = un <= 0;
        done = was && !active;
        if (active && !was)
            inside = un / dun;
        else if (done)
            inside = 1 - un / dun;
        const double ds = inside * dus, dr = inside * dut;
        fn = fs = ft = gn = gs = gt = 0;
        bool slips = false;
        if (active) {
            fn = kn * un;
            fs = fs0 + ks * ds;
            ft = ft0 + ks * dr;
            const double limit = -fric * fn, size = sqrt(fs * fs + ft * ft);
            slips = size > limit;
            if (slips) {
                fs *= limit / size;
                ft *= limit / size;
            }
            gn = cn * vn;
            if (gn > -fn)
                gn = -fn;
            gs = cs * vs;
            gt = cs * vt;
        }
        if (slips || done)
            slipped = 0.5 * ((fs0 + fs) * (ds - (fs - fs0) * inv_ks) +
                             (ft0 + ft) * (dr - (ft - ft0) * inv_ks));
        b.slip += slipped;
        b.dashpot += 0.5 * ((gn0 + gn) * dun + (gs0 + gs) * dus + (gt0 + gt) * dut);
        b.cross += 0.5 * (1 - inside) * ((fn0 + fn) * dun + (fs0 + fs) * dus + (ft0 + ft) * dut);
        b.strain = 0.5 * (fn * fn * inv_kn + (fs * fs + ft * ft) * inv_ks);

        /* Half a step back and half a step ahead of this one; the velocity of the bead's centre. */
        const double vn1 = vn, vs1 = vs, vt1 = vt, ws1 = ws, wt1 = wt;
        const double pn = fn + gn, ps = fs + gs, pt = ft + gt;
        ws -= turn * pt;
        wt += turn * ps;
        vn -= w * pn;
        vs -= w * ps + radius * turn * ps;
        vt -= w * pt + radius * turn * pt;
        b.kinetic = 0.5 * (m * (vn1 * vn + (vs1 + radius * wt1) * (vs + radius * wt) +
                                (vt1 - radius * ws1) * (vt - radius * ws)) +
                           inertia * (wn * wn + ws1 * ws + wt1 * wt));
        const double missing = fabs(all - b.kinetic - b.strain - b.slip - b.dashpot - b.cross);
        b.worst = larger(b.worst, missing);
        b.overlap = larger(b.overlap, -un);
        b.fn = larger(b.fn, -pn);
        b.ft = larger(b.ft, ps * ps + pt * pt);
        v[0] = vn1;
    }
    b.ft = sqrt(b.ft);
    b.worst /= all;
    *books = b;
    v[1] = us, v[2] = ut, v[3] = an, v[4] = as, v[5] = at;
    return steps;
}

/* The same law sheared at a constant velocity, with the work of what imposes it. */
static double sheared(long steps, struct books *books) {
    const double kn = 1e5, ks = 5e4, fric = 0.3, cn = 2.3, cs = 1.6, dt = 1e-8, start = -1e-5;
    const double inv_kn = 1 / kn, inv_ks = 1 / ks;
    const double vn = -1e-6, vs = 1e-2, vt = 2e-3;
    double un = start, us = 0, ut = 0, an = 0, as = 0, at = 0, work = 0;
    double fn = kn * un, fs = 0, ft = 0, gn = cn * vn, gs = cs * vs, gt = cs * vt;
    const double all = 0.5 * fn * fn * inv_kn;
    struct books b = {0};
    for (long i = 0; i < steps; i++) {
        const double un1 = un + dt * vn, us1 = us + dt * vs, ut1 = ut + dt * vt;
        const double dun = un1 - un, dus = us1 - us, dut = ut1 - ut;
        const double fn0 = fn, fs0 = fs, ft0 = ft, gn0 = gn, gs0 = gs, gt0 = gt;
        un = un1, us = us1, ut = ut1;
        an += dt * 1e-3, as += dt * 2e-3, at += dt * 3e-3;
        fn = gn = fs = ft = gs = gt = 0;
        double slipped = 0;
        if (un <= 0) {
            fn = kn * un;
            fs = fs0 + ks * dus;
            ft = ft0 + ks * dut;
            const double limit = -fric * fn, size = sqrt(fs * fs + ft * ft);
            if (size > limit) {
                fs *= limit / size;
                ft *= limit / size;
                slipped = 0.5 * ((fs0 + fs) * (dus - (fs - fs0) * inv_ks) +
                                 (ft0 + ft) * (dut - (ft - ft0) * inv_ks));
            }
            gn = cn * vn;
            if (gn > -fn)
                gn = -fn;
            gs = cs * vs;
            gt = cs * vt;
        }
        const double pn = fn + gn, ps = fs + gs, pt = ft + gt;
        work += 0.5 * ((fn0 + gn0 + pn) * dun + (fs0 + gs0 + ps) * dus + (ft0 + gt0 + pt) * dut);
        b.slip += slipped;
        b.dashpot += 0.5 * ((gn0 + gn) * dun + (gs0 + gs) * dus + (gt0 + gt) * dut);
        b.strain = 0.5 * (fn * fn * inv_kn + (fs * fs + ft * ft) * inv_ks);
        b.worst = larger(b.worst, fabs(all + work - b.strain - b.slip - b.dashpot));
        b.overlap = larger(b.overlap, -un);
        b.fn = larger(b.fn, -pn);
        b.ft = larger(b.ft, ps * ps + pt * pt);
    }
    *books = b;
    return us + ut + an + as + at + work;
}

int main(int argc, char **argv) {
    double per_contact = argc > 1 ? atof(argv[1]) : 1e6, v[6] = {-1, 0.6, 0.3, 5, 20, -10};
    struct books b;
    double begin = cpu_time();
    long steps = impact(per_contact, v, &b);
    double seconds = cpu_time() - begin;
    printf("hand_steps %.6g\n", (double)steps / seconds);
    printf(
        "hand_e_n %.17g\nhand_E_slip %.17g\nhand_E_dashpot %.17g\nhand_energy_residual_rel %.17g\n",
        v[0], b.slip, b.dashpot, b.worst);
    printf("hand_us %.17g\nhand_ft_max %.17g\n", v[1], b.ft);
    const long count = 2000000;
    begin = cpu_time();
    double sum = sheared(count, &b);
    seconds = cpu_time() - begin;
    printf("hand_imposed %.6g\n", (double)count / seconds);
    if (!(b.worst < 1e-9 && isfinite(sum)))
        return 1;
    return 0;
}
