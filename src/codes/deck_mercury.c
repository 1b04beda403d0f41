/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_mercury.c: laws as MercuryDPM has them, which was read about and not run. */
#include "codes/deck_lines.h"

#include <string.h>

/* Why MercuryDPM does not have this law's rolling and torsion; NULL: it has. Its rolling spring has
 * the stiffness of sliding, 8 G* a (a: contact radius), at the arm R*; its torsion spring doubles
 * in each step. */
static const char *refuse_turning(const struct lt_deck *d) {
    const bool rolls = lt_deck_parts_get(d, "fric_r") > 0;
    if (lt_deck_parts_get(d, "fric_to") > 0)
        return "MercuryDPM's spring of torsion doubles in each step (2024): no lines are written "
               "with fric_to above 0";
    if (rolls && !(d->fric > 0))
        return "MercuryDPM works out the stiffness of rolling where it works out friction: with "
               "fric 0 it has none";
    if (rolls && lt_deck_parts_get(d, "fric_r_dynamic") < lt_deck_parts_get(d, "fric_r"))
        return "MercuryDPM's contact that has rolled at its limit is at rest again in the next "
               "step: fric_r_dynamic below fric_r cannot be expressed";
    if (rolls && lt_deck_parts_get(d, "kr") > 0)
        return "MercuryDPM's rolling stiffness is 8 G* a: kr is 0";
    if (rolls && lt_deck_parts_get(d, "arm_r") != 1)
        return "MercuryDPM's arm of rolling is R*: arm_r is 1";
    return NULL;
}

/* Writes dissipation and friction of rolling; infinite friction becomes a large number. */
static void put_rolling(FILE *file, const struct lt_deck *d) {
    fprintf(file,
            "species.setRollingDissipation(%.10g);\n"
            "species.setRollingFrictionCoefficient(%.10g);\n",
            lt_deck_parts_get(d, "gamma_r"),
            fmin(lt_deck_parts_get(d, "fric_r"), lt_deck_friction_most));
}

/* Writes the species for MercuryDPM, or sets *d->why if it has no such law. */
static void put_mercury_deck(FILE *file, const struct lt_deck *d) {
    const double fric = lt_deck_friction(d);
    const bool turns = lt_deck_law_named(d, "mindlin-rolling-torsion");
    const bool shear = turns || d->has_shear;
    if (turns && (*d->why = refuse_turning(d)))
        return;
    /* A linear law in one species; Hertz' law in a species whose name says which parts it has. */
    if (d->kind == LT_DECK_LINEAR)
        fprintf(file,
                "LinearViscoelasticSlidingFrictionSpecies species;\n"
                "species.setDensity(%.10g);\n"
                "species.setStiffness(%.10g);\n"
                "species.setDissipation(%.10g);\n"
                "species.setSlidingStiffness(%.10g);\n"
                "species.setSlidingDissipation(%.10g);\n"
                "species.setSlidingFrictionCoefficient(%.10g);\n",
                d->density, d->kn, d->cn, d->ks, d->cs, fric);
    else
        fprintf(file,
                "%s species;\n"
                "species.setDensity(%.10g);\n"
                "species.setEffectiveElasticModulus(%.10g);\n"
                "species.setDissipation(%.10g); // alpha\n",
                turns   ? "HertzianViscoelasticMindlinRollingTorsionSpecies"
                : shear ? "HertzianViscoelasticMindlinSpecies"
                        : "HertzianViscoelasticSpecies",
                d->density, 0.75 * d->k / sqrt(d->r_eff), d->alpha);
    /* The effective modulus E* is 0.75 k/sqrt(R*), as the force is k = 4/3 E* sqrt(R*) times
     * overlap to the power 1.5. */
    if (d->kind != LT_DECK_LINEAR && shear)
        fprintf(file,
                "species.setEffectiveShearModulus(%.10g);\n"
                "species.setSlidingDissipation(%.10g); // phi\n"
                "species.setSlidingFrictionCoefficient(%.10g);\n",
                d->shear, d->phi, fric);
    if (turns)
        put_rolling(file, d);
    if (d->steps)
        fprintf(file, "setTimeStep(%.10g);\n", d->dt);
    fputs("// the dashpot pulls at the end of an impact, as calibrated\n", file);
    if (d->kind == LT_DECK_LINEAR && d->wall)
        fputs("// warning: setters that take a mass mean twice the effective one: at a wall twice "
              "the particle's\n",
              file);
}

/* Writes a species for each type and a mixed one for each pair. A wall's own species gets the
 * values of its contact with a ball. Returns NULL: that is always possible. */
static const char *put_types_mercury(FILE *file, const struct lt_deck_types *t) {
    static const char setter[] = "species.", density[] = "setDensity";
    const char *line;
    /* For type I first its own species (J = I), then the mixed ones with all earlier types J. */
    for (size_t i = 0; i < t->n; i++)
        for (size_t j = i + 1; j-- > 0;) {
            const struct lt_deck_typed *pair = lt_deck_types_pair(t, i, j);
            const bool mixed = i != j;
            if (!pair && mixed)
                continue;
            if (!pair)
                pair = lt_deck_types_pair(t, i, t->first->type[0]);
            /* A density belongs to a material, kg/m^3, so it is not set in mixed species. */
            const double own = pair->density[pair->type[0] == i ? 0 : 1];
            if (mixed)
                fprintf(file, "auto %s_%s = speciesHandler.getMixedObject(%s, %s);\n", t->word[j],
                        t->word[i], t->word[j], t->word[i]);
            /* The declaration becomes a copy in the handler, setters are applied to its object. */
            for (const char *text = pair->lines; (line = lt_deck_types_line(&text, t->arena));) {
                const bool sets = strncmp(line, setter, strlen(setter)) == 0;
                const char *what = line + strlen(setter), *declared = strstr(line, " species;");
                const bool of_density = sets && strncmp(what, density, strlen(density)) == 0;
                if (declared && !mixed)
                    fprintf(file, "auto %s = speciesHandler.copyAndAddObject(%.*s());\n",
                            t->word[i], (int)(declared - line), line);
                else if (of_density && !mixed && isfinite(own))
                    fprintf(file, "%s->setDensity(%.10g);\n", t->word[i], own);
                else if (sets && !of_density)
                    fprintf(file, "%s%s%s->%s\n", mixed ? t->word[j] : "", mixed ? "_" : "",
                            t->word[i], what);
            }
        }
    /* Lines that set no species, such as the time step, are written once, from the first pair. */
    for (const char *text = t->first->lines; (line = lt_deck_types_line(&text, t->arena));)
        if (!strstr(line, "species") || strncmp(line, "//", 2) == 0)
            fprintf(file, "%s\n", line);
    lt_deck_types_put_comments(file, t);
    return NULL;
}

static const struct lt_deck_choice choices_mercury[] = {{NULL, NULL, "dp_mode", "full"},
                                                        {NULL, NULL, "tangential", "secant"},
                                                        {NULL, NULL, "cap_on", "elastic"},
                                                        {NULL, NULL, "cap_by", "absolute"},
                                                        {NULL, NULL, "slip_dashpot", "dropped"},
                                                        {NULL, NULL, "roll_dashpot", "kept"},
                                                        {NULL, NULL, NULL, NULL}};

const struct lt_deck_code lt_deck_mercury = {
    .title = "MercuryDPM",
    .comment = "//",
    .put = put_mercury_deck,
    .laws = "mindlin-rolling-torsion",
    .choices = choices_mercury,
    .put_types = put_types_mercury,
};
