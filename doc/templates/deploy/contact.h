// SPDX-License-Identifier: MIT
// @prefix@_contact.h: two spheres in contact by the law of @prefix@.h, for adapters in C++98 and later.
//
// A is the sphere with the smaller number, whatever the order in which a code meets the two, so that nothing that is
// kept changes sign. The axis s is kept with the contact: it is carried along with the normal n and turns with the mean
// spin about n. The contact point lies in the middle of the gap or overlap.
#ifndef @PREFIX@_CONTACT_H
#define @PREFIX@_CONTACT_H
#include "@prefix@.h"
#include <cmath>
#include <cstring>

namespace @prefix@_law {

typedef @prefix@_real Real;
typedef struct @prefix@_params Params;
typedef struct @prefix@_state State;

enum {
    N_PARAMS = @n_params@,
    N_STATE = @n_state@,
    ACTIVE = N_STATE,    // 1: the contact was active at the last step
    AXIS = ACTIVE + 1,   // the axis s; zero: there is none yet
    PATH = AXIS + 3,     // us ut an as at
    N_KEPT = PATH + 5
};

// A 0 ends each, since there may be none.
static const char *const names[] = {@names@0};
static Real Params::*const params[] = {@params@0};
static Real State::*const states[] = {@states@0};

struct Sphere {
    const double *x, *v, *w; // place, velocity, spin
    double radius, mass;     // INFINITY: it is held
};

// Equal pairs in a row share what setup() makes.
struct Pair {
    Params p;
    struct @prefix@_pair of;
    struct @prefix@_derived d;
    double reach;
    bool made;
    Pair() : reach(0), made(false) { std::memset(&of, 0, sizeof of); }
    const char *make(const struct @prefix@_pair &now) { // 0, or what is wrong
        if (made && std::memcmp(&now, &of, sizeof of) == 0)
            return 0;
        const char *wrong = @prefix@_setup(&p, &now, &d);
        of = now;
        made = wrong == 0;
        reach = made ? (double)@prefix@_reach(&p, &d) : 0;
        return wrong;
    }
};

struct Push {
    double force[3];                 // on A; on B: the opposite
    double torque_a[3], torque_b[3];
    double normal, holds;            // fn; gap at which the contact ends
    bool active;
};

inline double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline void cross(const double *a, const double *b, double *c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

// The part of s across n, of length 1; a coordinate axis' if there is none.
inline void lay_across(const double *n, double *s) {
    if (dot(s, s) == 0)
        s[std::fabs(n[0]) < 0.6 ? 0 : 1] = 1;
    const double along = dot(s, n);
    for (int k = 0; k < 3; k++)
        s[k] -= along * n[k];
    const double length = std::sqrt(dot(s, s));
    for (int k = 0; k < 3; k++)
        s[k] /= length;
}

// One step of a pair, or a look at it (MOVES false: nothing has moved, nothing is kept). KEPT: N_KEPT numbers of the
// pair, valid if MET, which becomes whether they must be kept on. False: nothing acts. WRONG: 0, or what is wrong.
inline bool act(Pair &pair, const Sphere &a, const Sphere &b, double dt, bool moves, double *kept, bool &met, Push &push,
                const char *&wrong) {
    double n[3], t[3], arm[3], lever[3], v[3], w[3], now[N_KEPT];
    wrong = 0;
    for (int k = 0; k < 3; k++)
        n[k] = b.x[k] - a.x[k];
    const double r = std::sqrt(dot(n, n)), gap = r - (a.radius + b.radius);
    const double un = gap - (double)@prefix@_reference_gap(&pair.p);
    wrong = pair.make(@prefix@_spheres((Real)a.radius, (Real)a.mass, (Real)b.radius, (Real)b.mass));
    if (wrong || (!met && un > pair.reach))
        return false;
    for (int k = 0; k < N_KEPT; k++)
        now[k] = met ? kept[k] : 0;
    for (int k = 0; k < 3; k++)
        n[k] /= r;
    double *s = now + AXIS, spin = 0;
    const bool fresh = dot(s, s) == 0;
    lay_across(n, s);
    cross(n, s, t);
    for (int k = 0; k < 3; k++)
        spin += 0.5 * (a.w[k] + b.w[k]) * n[k];
    const double angle = fresh || !moves ? 0 : spin * dt, c = std::cos(angle), sine = std::sin(angle);
    for (int k = 0; k < 3; k++)
        s[k] = c * s[k] + sine * t[k];
    cross(n, s, t);
    const double la = a.radius + 0.5 * gap, lb = b.radius + 0.5 * gap;
    for (int k = 0; k < 3; k++) {
        arm[k] = la * a.w[k] + lb * b.w[k];
        w[k] = b.w[k] - a.w[k];
    }
    cross(arm, n, lever);
    for (int k = 0; k < 3; k++)
        v[k] = b.v[k] - a.v[k] - lever[k];

    const double step = moves ? dt : 0;
    double *path = now + PATH;
    path[0] += dot(v, s) * step;
    path[1] += dot(v, t) * step;
    path[2] += dot(w, n) * step;
    path[3] += dot(w, s) * step;
    path[4] += dot(w, t) * step;
    struct @prefix@_move m;
    m.un = (Real)un;
    m.us = (Real)path[0];
    m.ut = (Real)path[1];
    m.an = (Real)path[2];
    m.as = (Real)path[3];
    m.at = (Real)path[4];
    m.vn = (Real)dot(v, n);
    m.vs = (Real)dot(v, s);
    m.vt = (Real)dot(v, t);
    m.wn = (Real)dot(w, n);
    m.ws = (Real)dot(w, s);
    m.wt = (Real)dot(w, t);
    m.dun = m.vn * (Real)step;
    m.dus = m.vs * (Real)step;
    m.dut = m.vt * (Real)step;
    m.dan = m.wn * (Real)step;
    m.das = m.ws * (Real)step;
    m.dat = m.wt * (Real)step;
    m.dt = (Real)dt;
    m.active = now[ACTIVE] > 0.5;
    State state;
    for (int k = 0; k < N_STATE; k++)
        state.*states[k] = (Real)now[k];
    struct @prefix@_out o;
    @prefix@_step(&pair.p, &pair.d, &m, &state, &o);
    if (o.strain != o.strain)
        wrong = "a formula of the law @prefix@ has no value";

    bool keep = o.active;
    for (int k = 0; k < N_STATE; k++) {
        now[k] = (double)(state.*states[k]);
        keep |= now[k] != 0;
    }
    now[ACTIVE] = o.active;
    if (moves) {
        met = keep;
        for (int k = 0; k < N_KEPT; k++)
            kept[k] = keep ? now[k] : 0;
    }
    double moment[3], turn[3];
    for (int k = 0; k < 3; k++) {
        push.force[k] = (double)o.fn * n[k] + (double)o.fs * s[k] + (double)o.ft * t[k];
        moment[k] = (double)o.mn * n[k] + (double)o.ms * s[k] + (double)o.mt * t[k];
    }
    cross(n, push.force, turn);
    for (int k = 0; k < 3; k++) {
        push.torque_a[k] = la * turn[k] + moment[k];
        push.torque_b[k] = lb * turn[k] - moment[k];
    }
    push.normal = (double)o.fn;
    push.holds = (double)o.lost_gap;
    push.active = o.active;
    return true;
}

} // namespace @prefix@_law
#endif
