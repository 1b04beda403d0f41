/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck.c: what each code calls the parameters of a law, and what it does with them. What is said of
 * codes was measured with YADE 2023.02a, LAMMPS (29 Sep 2021), LIGGGHTS 3.8.0; of the others it is
 * what their documents and sources say. */
#include "calibrate/deck.h"

#include "base/arena.h"
#include "laws/restitution.h"
#include "run/setup.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum kind { LINEAR, HERTZ, UNKNOWN };

/* The law in plain coefficients. */
struct lt_deck {
    enum kind kind;
    bool no_tension, wall, has_shear, steps;
    double kn, cn, ks, cs;                       /* linear */
    double young, poisson, k, shear, alpha, phi; /* Hertz: k = 4/3 E* sqrt(R*), shear = G* */
    double fric, ratio, sratio;                  /* shares of critical damping */
    double m_eff, r_eff, radius, radius_b, density;
    double dt, wanted;
    const char **why; /* of an input that cannot be said */
};

static const double friction_most = 1e6; /* a contact that sticks, for codes that need a number */

static enum kind kind_of(const struct lt_program *program) {
    const char *name = program->law->name;
    if (strcmp(name, "linear") == 0 || strcmp(name, "linear-elastic") == 0)
        return LINEAR;
    return strcmp(name, "hertz") == 0 || strcmp(name, "mindlin") == 0 ? HERTZ : UNKNOWN;
}

static size_t index_of(const struct lt_law *law, const char *name) {
    size_t i = 0;
    while (i < law->n_params && strcmp(law->params[i].name, name) != 0)
        i++;
    return i;
}

static double get(const struct lt_setup *setup, const char *name, double otherwise) {
    const struct lt_program *program = setup->program;
    size_t i = index_of(program->law, name);
    return i < program->law->n_params ? setup->values[program->names->params + i] : otherwise;
}

/* ---- Restitution as codes understand it ------------------------------------------------------
 */

/* The restitution whose formula for a dashpot that may pull gives this ratio. */
static double textbook(double ratio) {
    return restitution_of(ratio, GAP_ZERO);
}

static double capped(double ratio) {
    return restitution_of(ratio, FORCE_ZERO);
}

/* The degree-6 polynomial that LAMMPS takes for Tsuji's alpha; it falls from 1.2728 to 0.0003. */
static double tsuji(double e) {
    return 1.2728 +
           e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));
}

/* Its inverse; NAN beyond its ends. */
static double tsuji_inverse(double alpha) {
    double low = 0, high = 1;
    if (!(alpha <= tsuji(0) && alpha >= tsuji(1)))
        return NAN;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        *(tsuji(middle) > alpha ? &low : &high) = middle;
    }
    return high;
}

static bool has_wanted(const struct lt_deck *deck) {
    return deck->wanted > 0 && deck->wanted < 1;
}

static double textbook_ratio(const struct lt_deck *deck) {
    return restitution_damping(deck->wanted, GAP_ZERO);
}

/* ---- PFC --------------------------------------------------------------------------------------
 */

static void put_pfc(FILE *file, const struct lt_deck *d) {
    fprintf(file, "contact cmat default type %s ...\n    ", d->wall ? "ball-facet" : "ball-ball");
    if (d->kind == LINEAR)
        fprintf(file, "model linear property kn %.10g ks %.10g fric %.10g ...\n", d->kn, d->ks,
                fmin(d->fric, friction_most));
    else
        fprintf(file, "model hertz property hz_shear %.10g hz_poiss %.10g fric %.10g ...\n",
                d->young / (2 * (1 + d->poisson)), d->poisson, fmin(d->fric, friction_most));
    double ratio = d->kind == LINEAR ? d->ratio : d->ratio / sqrt(1.2);
    fprintf(file, "    dp_nratio %.10g dp_sratio %.10g dp_mode %d\n", ratio, d->sratio,
            d->no_tension);
    fputs("ball attribute damp 0\n", file);
    if (d->steps)
        fprintf(file, "model mechanical timestep fix %.10g\n", d->dt);
    if (d->kind == HERTZ)
        fputs("; hertz: the dashpot is taken to act on the tangent stiffness, 2 dp_nratio sqrt(m "
              "kn);\n; drop one ball to see that yours does\n",
              file);
    if (d->no_tension && has_wanted(d))
        fprintf(file,
                "; warning: the textbook's ratio for e_n = %.6g, %.6g, gives %.3f with a dashpot "
                "that may not pull\n",
                d->wanted, textbook_ratio(d) / (d->kind == LINEAR ? 1 : sqrt(1.2)),
                capped(textbook_ratio(d)));
}

/* ---- YADE -------------------------------------------------------------------------------------
 */

static void put_yade_linear(FILE *file, const struct lt_deck *d) {
    double angle = atan(d->fric);
    if (d->no_tension) {
        fprintf(file,
                "O.materials.append(ViscElMat(density=%.10g, kn=%.10g, ks=%.10g, cn=%.10g, "
                "cs=%.10g, frictionAngle=%.10g))\n"
                "functors = ([Ip2_ViscElMat_ViscElMat_ViscElPhys()], "
                "[Law2_ScGeom_ViscElPhys_Basic()])\n",
                d->density, 2 * d->kn, 2 * d->ks, 2 * d->cn, 2 * d->cs, angle);
        fputs("# the contact takes half of what two equal materials have\n", file);
        if (has_wanted(d))
            fprintf(file,
                    "# warning: ViscElMat(tc=..., en=%.6g, et=...) would give %.3f, against a wall "
                    "%.3f\n",
                    d->wanted, capped(textbook_ratio(d)), capped(textbook_ratio(d) / sqrt(2)));
        return;
    }
    double young = d->kn * (d->wall ? 1 / d->radius : 0.5 / d->radius + 0.5 / d->radius_b);
    fprintf(file,
            "O.materials.append(FrictViscoMat(density=%.10g, young=%.10g, poisson=%.10g, "
            "betan=%.10g, frictionAngle=%.10g))\n"
            "functors = ([Ip2_FrictViscoMat_FrictViscoMat_FrictViscoPhys()],\n"
            "            [Law2_ScGeom_FrictViscoPhys_CundallStrackVisco()])\n",
            d->density, young, d->ks / d->kn, d->ratio, angle);
    if (d->cs > 0)
        fputs("# warning: this law has no shear dashpot\n", file);
    fputs("# warning: its dashpot sees the velocity times (r1 + r2)/(r1 + r2 - overlap): a little "
          "too "
          "strong\n",
          file);
}

static void put_yade(FILE *file, const struct lt_deck *d) {
    if (d->kind == LINEAR) {
        put_yade_linear(file, d);
    } else {
        fprintf(file,
                "O.materials.append(FrictMat(density=%.10g, young=%.10g, poisson=%.10g, "
                "frictionAngle=%.10g))\n"
                "functors = ([Ip2_FrictMat_FrictMat_MindlinPhys(betan=%.10g, betas=%.10g)],\n"
                "            [Law2_ScGeom_MindlinPhys_Mindlin()])\n",
                d->density, d->young, d->poisson, atan(d->fric), d->ratio / sqrt(1.2),
                0.5 * d->phi);
        if (d->wall)
            fputs("# warning: against a wall the stiffness is 0.707 of Hertz'; e_n is not "
                  "affected\n",
                  file);
        if (has_wanted(d) && d->wanted > 0.92)
            fputs("# warning: en=... is a fit that is too low above 0.92; betan is exact\n", file);
    }
    fputs("O.engines = [ForceResetter(),\n"
          "             InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),\n"
          "             InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()], "
          "*functors),\n"
          "             NewtonIntegrator(damping=0)]\n"
          "# warning: NewtonIntegrator's own damping is 0.2 unless it is said to be 0\n",
          file);
    if (d->steps)
        fprintf(file, "O.dt = %.10g\n", d->dt);
}

/* ---- LAMMPS -----------------------------------------------------------------------------------
 */

static void put_lammps_model(FILE *file, const struct lt_deck *d) {
    double fric = fmin(d->fric, friction_most);
    if (d->kind == LINEAR)
        fprintf(file,
                "hooke %.10g %.10g tangential linear_history %.10g %.10g %.10g damping velocity",
                d->kn, d->cn, d->ks, d->cn > 0 ? d->cs / d->cn : 0, fric);
    else if (d->has_shear)
        fprintf(file, "hertz %.10g %.10g tangential mindlin %.10g %.10g %.10g damping tsuji",
                d->k / sqrt(d->r_eff), tsuji_inverse(d->alpha), 8 * d->shear,
                d->alpha > 0 ? d->phi / d->alpha * sqrt(8 * d->shear * sqrt(d->r_eff) / d->k) : 0,
                fric);
    else
        fprintf(file, "hertz %.10g %.10g tangential linear_nohistory 0 0 damping tsuji",
                d->k / sqrt(d->r_eff), tsuji_inverse(d->alpha));
    fputs(d->no_tension ? " limit_damping" : "", file);
}

static void put_lammps(FILE *file, const struct lt_deck *d) {
    if (d->kind == HERTZ && isnan(tsuji_inverse(d->alpha))) {
        *d->why = "LAMMPS's tsuji damping is a polynomial of 0 to 1 that ends at alpha = 1.2728: "
                  "this one is out of its reach";
        return;
    }
    fputs("# after create_box, in units si, with atom_style sphere\ncomm_modify vel yes\n", file);
    if (d->wall) {
        fputs("pair_style none\nfix wall all wall/gran granular ", file);
        put_lammps_model(file, d);
        fputs(" xplane 0 NULL\n", file);
    } else {
        fputs("pair_style granular\npair_coeff * * ", file);
        put_lammps_model(file, d);
        fputc('\n', file);
    }
    fputs("fix move all nve/sphere\n", file);
    if (d->steps)
        fprintf(file, "timestep %.10g\n", d->dt);
    if (d->kind == HERTZ) {
        if (has_wanted(d))
            fprintf(file,
                    "# warning: tsuji with %.6g itself gives %.3f: its polynomial lacks sqrt(2)\n",
                    d->wanted, (d->no_tension ? capped : textbook)(tsuji(d->wanted) / sqrt(5)));
        fprintf(file,
                "# warning: versions whose manual has the factor sqrt(2) in alpha (September 2026) "
                "take %.10g instead\n",
                tsuji_inverse(d->alpha / sqrt(2)));
    }
}

/* ---- LIGGGHTS ---------------------------------------------------------------------------------
 */

static void put_liggghts_hertz(FILE *file, const struct lt_deck *d) {
    double en = textbook(d->ratio);
    if (!(en > 0.05)) {
        *d->why = "LIGGGHTS takes a coefficientRestitution above 0.05 only, and this damping is "
                  "beyond it";
        return;
    }
    fputs("# after create_box, in units si, with atom_style granular\n", file);
    if (d->young > 1e9)
        fputs("hard_particles yes\n", file);
    if (d->young < 5e6)
        fputs("soft_particles yes\n", file);
    fprintf(file,
            "fix m1 all property/global youngsModulus peratomtype %.10g\n"
            "fix m2 all property/global poissonsRatio peratomtype %.10g\n"
            "fix m3 all property/global coefficientRestitution peratomtypepair 1 %.10g\n"
            "fix m4 all property/global coefficientFriction peratomtypepair 1 %.10g\n",
            d->young, d->poisson, en, fmin(d->fric, friction_most));
}

static void put_liggghts(FILE *file, const struct lt_deck *d) {
    if (d->kind == HERTZ)
        put_liggghts_hertz(file, d);
    else
        fprintf(file,
                "# after create_box, in units si, with atom_style granular\n"
                "fix m1 all property/global kn peratomtypepair 1 %.10g\n"
                "fix m2 all property/global kt peratomtypepair 1 %.10g\n"
                "fix m3 all property/global gamman_abs peratomtypepair 1 %.10g\n"
                "fix m4 all property/global gammat_abs peratomtypepair 1 %.10g\n"
                "fix m5 all property/global coefficientFriction peratomtypepair 1 %.10g\n",
                d->kn, d->ks, d->cn, d->cs, fmin(d->fric, friction_most));
    if (*d->why)
        return;
    const char *model = d->kind == LINEAR ? "hooke/stiffness" : "hertz";
    const char *damping = d->kind == LINEAR ? " absolute_damping on" : "";
    const char *limit = d->no_tension ? " limitForce on" : "";
    const char *shear = d->kind == LINEAR || d->has_shear ? " tangential history" : "";
    fprintf(file, "pair_style gran model %s%s%s%s\npair_coeff * *\n", model, shear, damping, limit);
    if (d->wall)
        fprintf(file, "fix wall all wall/gran model %s%s primitive type 1 xplane 0.0%s%s\n", model,
                shear, damping, limit);
    fputs("fix move all nve/sphere\n", file);
    if (d->steps)
        fprintf(file, "timestep %.10g\n", d->dt);
    if (d->no_tension && has_wanted(d))
        fprintf(file,
                "# warning: 'coefficientRestitution %.6g' itself gives %.3f with limitForce on\n",
                d->wanted, capped(textbook_ratio(d)));
}

/* ---- MercuryDPM -------------------------------------------------------------------------------
 */

static void put_mercury(FILE *file, const struct lt_deck *d) {
    double fric = fmin(d->fric, friction_most);
    if (d->kind == LINEAR)
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
                d->has_shear ? "HertzianViscoelasticMindlinSpecies" : "HertzianViscoelasticSpecies",
                d->density, 0.75 * d->k / sqrt(d->r_eff), d->alpha);
    if (d->kind == HERTZ && d->has_shear)
        fprintf(file,
                "species.setEffectiveShearModulus(%.10g);\n"
                "species.setSlidingFrictionCoefficient(%.10g);\n",
                d->shear, fric);
    if (d->steps)
        fprintf(file, "setTimeStep(%.10g);\n", d->dt);
    fputs("// the dashpot pulls at the end of an impact, as calibrated\n", file);
    if (d->kind == LINEAR && d->wall)
        fputs("// warning: setters that take a mass mean twice the effective one: at a wall twice "
              "the particle's\n",
              file);
}

/* ---- Woo --------------------------------------------------------------------------------------
 */

static void put_woo(FILE *file, const struct lt_deck *d) {
    double en = textbook(d->ratio);
    if (!(en > 0) || !(en < 1)) {
        *d->why = "Woo's Hertz law takes a restitution en between 0 and 1 from which it makes a "
                  "dashpot that would let go; this one does not";
        return;
    }
    fprintf(file,
            "mat=woo.dem.HertzMat(density=%.10g,young=%.10g,tanPhi=%.10g,surfEnergy=0.,alpha=0.)\n"
            "cp2=Cp2_HertzMat_HertzPhys(poisson=%.10g,en=%.10g)\n"
            "law2=Law2_L6Geom_HertzPhys_DMT(noAttraction=%s) # both for the ContactLoop\n",
            d->density, d->young, fmin(d->fric, friction_most), d->poisson, en,
            d->no_tension ? "True" : "False");
    if (d->steps)
        fprintf(file, "S.dt=%.10g\n", d->dt);
    if (d->no_tension && has_wanted(d))
        fprintf(file, "# warning: en=%.6g itself gives %.3f: noAttraction is on\n", d->wanted,
                capped(textbook_ratio(d)));
}

/* ---- COMSOL -----------------------------------------------------------------------------------
 */

static void put_comsol(FILE *file, const struct lt_deck *d) {
    fprintf(file,
            "kn %.10g[N/m] \"normal stiffness\"\n"
            "en %.10g \"normal restitution\"\n"
            "kt %.10g[N/m] \"tangential stiffness\"\n"
            "et %.10g \"tangential coefficient: a decrement, no restitution\"\n",
            d->kn, textbook(d->ratio), d->ks, textbook(d->sratio));
    fputs("% a file for Parameters > Load; the grains' interaction is the linear elastic model\n",
          file);
    fputs("% warning: et sets ct = 2 b sqrt(m_eff kt), no tangential restitution: see comsol-et of "
          "audit-formula\n",
          file);
    if (isfinite(d->fric))
        fputs("% warning: as documented the model has no friction limit\n", file);
}

/* ---- The codes --------------------------------------------------------------------------------
 */

const struct lt_deck_code lt_deck_codes[] = {
    {"pfc", "PFC", ";", {true, true}, {true, true}, put_pfc},
    {"yade", "YADE", "#", {true, true}, {false, true}, put_yade},
    {"lammps", "LAMMPS", "#", {true, true}, {true, true}, put_lammps},
    {"liggghts", "LIGGGHTS", "#", {true, true}, {true, true}, put_liggghts},
    {"mercury", "MercuryDPM", "//", {true, false}, {true, false}, put_mercury},
    {"woo", "Woo", "#", {false, false}, {true, true}, put_woo},
    {"comsol", "COMSOL", "%", {true, false}, {false, false}, put_comsol},
    {.name = NULL}};

/* Any choice of the law as written; NAN if a formula decides it. */
static double said(const struct lt_program *program, const char *name, double otherwise) {
    size_t i = index_of(program->law, name);
    if (i == program->law->n_params)
        return otherwise;
    const struct lt_number *number = &program->params[i];
    return number->given ? number->formula ? NAN : number->value : program->law->params[i].preset;
}

const char *lt_deck_prepare(const struct lt_deck_code *code, const struct lt_program *program,
                            struct lt_program *out, struct lt_arena *arena) {
    *out = *program;
    enum kind kind = kind_of(program);
    const char *law = program->law->name;
    if (kind == UNKNOWN || said(program, "damping", 1) != 1)
        return lt_arena_print(arena, "%s has no law '%s'%s that this tool knows of", code->title,
                              law, kind == HERTZ ? " with this damping" : "");
    const bool *has = kind == LINEAR ? code->linear : code->hertz;
    if (!has[0] && !has[1])
        return lt_arena_print(arena, "%s has no %s law with a dashpot", code->title,
                              kind == LINEAR ? "linear" : "Hertz");
    double mode = said(program, "dp_mode", 0);
    if (isnan(mode))
        return "dp_mode is a formula; give it as a word";
    int pull = (int)mode & 1;
    if (has[pull])
        return NULL;
    size_t i = index_of(program->law, "dp_mode");
    out->params = lt_arena_get(arena, program->law->n_params * sizeof *out->params);
    memcpy(out->params, program->params, program->law->n_params * sizeof *out->params);
    out->params[i] = (struct lt_number){.given = true,
                                        .value = ((int)mode & ~1) | !pull,
                                        .mark = program->law_mark,
                                        .path = "law.dp_mode",
                                        .unit = "1",
                                        .min = -INFINITY,
                                        .max = INFINITY};
    return NULL;
}

static struct lt_deck gather(const struct lt_setup *setup, const struct lt_program *program) {
    const struct lt_body *a = &setup->pair.a, *b = &setup->pair.b;
    const struct lt_body *ball = b->flat > 0 ? a : b;
    struct lt_deck d = {.kind = kind_of(program),
                        .no_tension = (int)get(setup, "dp_mode", 0) & 1,
                        .wall = a->flat > 0 || b->flat > 0,
                        .has_shear = strcmp(program->law->name, "mindlin") == 0,
                        .steps = program->motion.integrator != LT_EXACT && program->as_run,
                        .fric = get(setup, "fric", 0),
                        .m_eff = setup->pair.m_eff,
                        .r_eff = setup->pair.r_eff,
                        .radius = ball->radius,
                        .radius_b = ball == a ? b->radius : a->radius,
                        .density = isnan(ball->density)
                                       ? ball->mass / (4.0 / 3 * M_PI * pow(ball->radius, 3))
                                       : ball->density,
                        .dt = setup->dt};
    if (d.kind == LINEAR) {
        double root_n = 2 * sqrt(d.m_eff * get(setup, "kn", 0));
        d.kn = get(setup, "kn", 0);
        d.ks = get(setup, "ks", get(setup, "kt", 0));
        d.cn = get(setup, "cn", root_n * get(setup, "dp_nratio", 0));
        double root_s = 2 * sqrt(d.m_eff * d.ks);
        d.cs = get(setup, "ct", root_s * get(setup, "dp_sratio", 0));
        d.ratio = d.cn / root_n;
        d.sratio = root_s > 0 ? d.cs / root_s : 0;
        return d;
    }
    d.young = get(setup, "young", 0);
    d.poisson = get(setup, "poisson", 0);
    d.k = 4.0 / 3 * get(setup, "young_eff", 0) * sqrt(d.r_eff);
    d.shear = get(setup, "shear_eff", 0);
    d.alpha = get(setup, "damping", 1) == 1 ? get(setup, "alpha", 0) : 0;
    d.phi = get(setup, "phi", 0);
    d.ratio = d.alpha / sqrt(5);
    d.sratio = d.phi / 2;
    return d;
}

const char *lt_deck_write(const struct lt_deck_code *code, const struct lt_program *program,
                          const struct lt_override *overrides, size_t n_overrides, double wanted,
                          FILE *file, struct lt_arena *arena) {
    struct lt_setup setup;
    struct lt_expr *expr = lt_expr_new();
    bool ok = lt_setup_make(&setup, program, overrides, n_overrides,
                            program->motion.integrator == LT_EXACT, expr, arena);
    const char *why = ok ? NULL : lt_arena_print(arena, "%s", setup.why);
    if (ok) {
        struct lt_deck deck = gather(&setup, program);
        deck.wanted = wanted;
        deck.why = &why;
        fprintf(file, "%s %s, %s: the dashpot %s pull%s\n", code->comment, code->title,
                deck.kind == LINEAR ? "linear contact" : "Hertz contact",
                deck.no_tension ? "may not" : "may",
                deck.steps ? "; for this time step, averaged over the entry phase"
                           : "; in the limit of small steps");
        code->put(file, &deck);
    }
    lt_expr_free(expr);
    return why;
}
