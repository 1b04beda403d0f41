/* SPDX-License-Identifier: MIT */
/*
 * part_law.h: a part of your own for the law `contact`. The one header such a part includes.
 *
 * A part is a law of law.h that makes one component of the contact's force and leaves the rest to
 * the parts of other kinds. Its parameters end with LT_TOLD, what it is told at every step:
 *
 *     overlap   m, 0 or more
 *     spring    N, with which the normal spring presses; 0 to a normal part
 *     press     N, the pressure by which limits go, as cap_by says; 0 to a normal part and a
 * damping
 *
 * What the kinds make, in lt_out; all else stays 0, and `active` is the contact's:
 *
 *     normal       fn, a spring's: strain, cross, defect go with it
 *     damping      vfn, and fn = vfn
 *     tangential   fs, ft, viscous parts vfs, vft included
 *     rolling      ms, mt, vms, vmt
 *     twisting     mn, vmn
 *
 *     #include "part_law.h"
 *     #define PARAMS(F)  F(c_2, "N s^2/m^2", 0, 0, INFINITY, "drag over the square of the speed") \
 *                        LT_TOLD(F)
 *     ... lists, derive() and step() as in law.h ...
 *     LT_LAW(drag, .name = "drag", .summary = "a drag with the square of the speed", ...)
 *     LT_PARTS({"damping", &lt_law_drag})          // law: {name: contact, damping: drag}
 */
#ifndef LAWTESTER_PART_LAW_H
#define LAWTESTER_PART_LAW_H

#include "law.h"

#define LT_TOLD(F)                                                                                 \
    F(overlap, "m", 0, 0, INFINITY, "told: the overlap")                                           \
    F(spring, "N", 0, -INFINITY, INFINITY, "told: with which the normal spring presses")           \
    F(press, "N", 0, 0, INFINITY, "told: the pressure by which limits go")
enum { LT_TOLD_COUNT = 3 };

/* A part from outside, chosen by the name of its law. */
struct lt_outside_part {
    const char *kind; /* "normal", "damping", "tangential", "rolling", "twisting" */
    const struct lt_law *law;
};

/* The last line of a part that is loaded from a shared object. */
#if defined LT_BUILTIN || defined LT_WIDE
#define LT_PARTS(...)
#else
#define LT_PARTS(...)                                                                              \
    LT_EXPORTED_ const struct lt_outside_part lawtester_parts[] = {__VA_ARGS__, {NULL, NULL}};
#endif

#endif
