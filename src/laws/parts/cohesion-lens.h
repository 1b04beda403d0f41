/* SPDX-License-Identifier: MIT */
/* Spheres of radii Ra and 1/c, whose centres are Ra + 1/c - d apart, have in common a disc of area
 *     A(d) = pi/4 d (q + 1 + Ra c)(2 Ra - d)(2 - c d)/q^2,   q = 1 + (Ra - d) c
 * and int_0^d A = pi/4 d^2 ((4 Ra - (1 + Ra c) d)/q - d/3); c = 0: a plane, pi d (2 Ra - d). */
#ifdef LT_PART_LISTS
#define COHESION_LENS_TEXT "a pull over the disc in which the undeformed spheres intersect"
#else

static const char *cohesion_lens(const struct part *of) {
    const double ca = of->pair->a.curvature, cb = of->pair->b.curvature;
    if (!(ca > 0 || cb > 0) || ca < 0 || cb < 0)
        return "cohesion: lens needs a sphere, and none that is hollow";
    of->d->lens_k = of->p->cohesion_density * restitution_pi / 4;
    of->d->lens_r = 1 / fmax(ca, cb);
    of->d->lens_c = fmin(ca, cb);
    return NULL;
}

#endif
