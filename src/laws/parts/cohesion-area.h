/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define COHESION_AREA_TEXT "a pull over the area 4 pi R* d"
#else

static const char *cohesion_area(const struct part *of) {
    if (!(of->pair->r_eff > 0))
        return "cohesion: area needs a curved body";
    of->d->area_1 = 4 * restitution_pi * of->p->cohesion_density * of->pair->r_eff;
    return NULL;
}

#endif
