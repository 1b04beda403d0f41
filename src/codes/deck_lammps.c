/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_lammps.c: laws as LAMMPS' granular package has them. */
#include "codes/deck_lines.h"

/* LAMMPS's polynomial of degree 6 for Tsuji's damping coefficient alpha at a restitution E; it
 * falls from 1.2728 to 0.0003. */
static double tsuji_alpha(double e) {
    return 1.2728 +
           e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));
}

/* The restitution for which LAMMPS takes ALPHA, Tsuji's damping coefficient, by bisection; 60
 * halvings of 0 to 1 exhaust double precision. NAN: outside the polynomial's range. */
static double tsuji_inverse(double alpha) {
    double low = 0, high = 1;
    if (!(alpha <= tsuji_alpha(0) && alpha >= tsuji_alpha(1)))
        return NAN;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        *(tsuji_alpha(middle) > alpha ? &low : &high) = middle;
    }
    return high;
}

/* True if the law is a Hertz contact with Tsuji's damping above 0, which LAMMPS takes as a
 * restitution. */
static bool is_tsuji(const struct lt_deck *d) {
    return d->kind == LT_DECK_HERTZ && d->damping == LT_DECK_TSUJI && d->alpha > 0;
}

/* The tangential viscosity as a multiple of the normal one, as LAMMPS takes it; 0 if the normal one
 * is 0. In a Hertz law both grow with the power 1/4 of the overlap as phi or alpha times sqrt(m k),
 * so their ratio has the root of that of the stiffnesses. */
static double tangential_multiple(const struct lt_deck *d) {
    if (d->kind == LT_DECK_LINEAR)
        return d->cn > 0 ? d->cs / d->cn : 0;
    double springs = 8 * d->shear * sqrt(d->r_eff) / d->k;
    return d->alpha > 0 ? d->phi / d->alpha * sqrt(springs) : 0;
}

/* Why LAMMPS cannot express this linear or Hertz law; NULL: it can. */
static const char *refuse_lammps(const struct lt_deck *d) {
    if (is_tsuji(d) && isnan(tsuji_inverse(d->alpha)))
        return "LAMMPS's tsuji damping is a polynomial on 0 to 1 with alpha up to 1.2728; this law "
               "needs more";
    if ((d->kind == LT_DECK_LINEAR ? d->cn == 0 && d->cs > 0 : d->alpha == 0 && d->phi > 0))
        return "LAMMPS's tangential dashpot is a multiple of the normal one: without that there is "
               "none";
    return NULL;
}

/* Writes the tangential part of a linear or Hertz law. The coefficient of LAMMPS's mindlin models
 * is 8 G*, Pa, times 2/3 for the spring 'secant'. */
static void put_tangential(FILE *file, const struct lt_deck *d) {
    static const char *const springs[] = {[LT_DECK_TANGENT] = "mindlin/force",
                                          [LT_DECK_RESCALE] = "mindlin_rescale/force",
                                          [LT_DECK_SECANT] = "mindlin",
                                          [LT_DECK_SECANT_INITIAL] = "mindlin"};
    double fric = lt_deck_friction(d);
    if (d->kind == LT_DECK_LINEAR && d->ks == 0)
        fprintf(file, " tangential linear_nohistory %.*g %.*g", d->digits, tangential_multiple(d),
                d->digits, fric);
    else if (d->kind == LT_DECK_LINEAR)
        fprintf(file, " tangential linear_history %.*g %.*g %.*g", d->digits, d->ks, d->digits,
                tangential_multiple(d), d->digits, fric);
    else if (d->has_shear)
        fprintf(file, " tangential %s %.*g %.*g %.*g", springs[d->spring], d->digits,
                (d->spring == LT_DECK_SECANT ? 2.0 / 3 : 1) * 8 * d->shear, d->digits,
                tangential_multiple(d), d->digits, fric);
    else
        fputs(" tangential linear_nohistory 0 0", file);
}

/* Writes a linear or Hertz law as LAMMPS's granular model. Its Hertz coefficient is the force over
 * overlap^(3/2) and over the root of R*, Pa. */
static void put_model(FILE *file, const struct lt_deck *d) {
    double root = sqrt(d->r_eff);
    const char *damping = "velocity";
    if (d->kind == LT_DECK_LINEAR) {
        fprintf(file, "hooke %.*g %.*g", d->digits, d->kn, d->digits, d->cn);
    } else if (is_tsuji(d)) {
        fprintf(file, "hertz %.*g %.*g", d->digits, d->k / root, d->digits,
                tsuji_inverse(d->alpha));
        damping = "tsuji";
    } else if (d->damping == LT_DECK_VISCOELASTIC) {
        fprintf(file, "hertz %.*g %.*g", d->digits, d->k / root, d->digits,
                d->c_half / (root * d->m_eff));
        damping = "viscoelastic";
    } else {
        fprintf(file, "hertz %.*g %.*g", d->digits, d->k / root, d->digits, d->c_0);
    }
    put_tangential(file, d);
    fprintf(file, " damping %s%s", damping, d->no_tension ? " limit_damping" : "");
}

/* ---- A contact made of parts ----------------------------------------------------------------- */

/* Why LAMMPS has no such combination of parts; NULL: it has. DRAG holds the viscosities of the law.
 */
static const char *refuse_parts_lammps(const struct lt_deck *d, const struct lt_deck_drag *drag) {
    const bool dmt = lt_deck_parts_is(d, "cohesion", "dmt");
    if (dmt && lt_deck_parts_get(d, "pull_range") > 0)
        return "LAMMPS's dmt does not pull beyond touch: no pull_range";
    if (dmt && d->has_shear)
        return "LAMMPS's dmt limits friction by a number that it never sets (29 Sep 2021): no "
               "tangential part";
    if (dmt && !lt_deck_parts_is(d, "normal", "hertz"))
        return "LAMMPS's dmt is Hertz' contact with a pull: 'normal: hertz' alone";
    if (lt_deck_parts_is(d, "normal", "jkr") && lt_deck_parts_get(d, "schwarz") < 1)
        return "LAMMPS's jkr has no 'schwarz' below 1";
    if (d->wall && lt_deck_parts_is(d, "normal", "jkr"))
        return "LAMMPS's jkr (29 Sep 2021) works out a wrong pull-off distance at a wall, and "
               "places "
               "become NaN";
    /* Damping: LAMMPS has one normal dashpot, of which the tangential one is a multiple. */
    if (drag->other)
        return "LAMMPS has no dashpot that depends on the normal force";
    if (isnan(drag->tangential))
        return "LAMMPS's tangential dashpot is a multiple of the normal one: without that, or by "
               "another power of the overlap, there is none";
    if (drag->alpha > 0 && isnan(tsuji_inverse(drag->alpha)))
        return "LAMMPS's tsuji damping is a polynomial on 0 to 1 with alpha up to 1.2728; this law "
               "needs more";
    return NULL;
}

/* Writes the normal part of a composed law with the damping coefficient ETA. At a wall, jkr and dmt
 * combine the modulus with another use of Poisson's ratio: with 0 both agree. Their force depends
 * on E* alone, so 0 is safe, also where equal bodies cannot have the given G*. */
static void put_normal_part(FILE *file, const struct lt_deck *d, double eta) {
    const bool jkr = lt_deck_parts_is(d, "normal", "jkr"),
               dmt = lt_deck_parts_is(d, "cohesion", "dmt");
    double young, poisson;
    lt_deck_parts_moduli(d, &young, &poisson);
    if (d->wall || !(poisson >= 0 && poisson <= 0.5)) {
        young = 2 * lt_deck_parts_get(d, "young_eff");
        poisson = 0;
    }
    if (lt_deck_parts_is(d, "normal", "linear"))
        fprintf(file, "hooke %.*g %.*g", d->digits, lt_deck_parts_get(d, "kn"), d->digits, eta);
    else if (jkr || dmt)
        fprintf(file, "%s %.*g %.*g %.*g %.*g", jkr ? "jkr" : "dmt", d->digits, young, d->digits,
                eta, d->digits, poisson, d->digits, lt_deck_parts_get(d, "work_adhesion") / 2);
    else
        fprintf(file, "hertz %.*g %.*g", d->digits, 4.0 / 3 * lt_deck_parts_get(d, "young_eff"),
                d->digits, eta);
}

/* Writes the tangential part of a composed law: its word, stiffness, damping as a share of the
 * normal dashpot (SHARE), friction; for example "linear_history 1e4 0.5 0.3". */
static void put_tangential_part(FILE *file, const struct lt_deck *d, double share) {
    static const char *const springs[][2] = {{"linear", "linear_history"},
                                             {"tangent", "mindlin/force"},
                                             {"tangent-rescale", "mindlin_rescale/force"},
                                             {"displacement-rescale", "mindlin_rescale"},
                                             {"secant", "mindlin"},
                                             {"secant-initial", "mindlin"}};
    /* Its jkr remembers whether the surfaces touch, and has room for that beside a spring alone. */
    const char *word = lt_deck_parts_is(d, "normal", "jkr") ? "linear_history" : "linear_nohistory";
    for (size_t i = 0; i < sizeof springs / sizeof *springs; i++)
        if (lt_deck_parts_is(d, "tangential", springs[i][0]))
            word = springs[i][1];
    fprintf(file, " tangential %s", word);
    if (word[7] == 'h')
        fprintf(file, " %.*g", d->digits, lt_deck_parts_ks(d));
    else if (*word == 'm')
        fprintf(file, " %.*g", d->digits, lt_deck_parts_following(d) / sqrt(d->r_eff));
    fprintf(file, " %.*g %.*g", d->digits, d->has_shear ? share : 0, d->digits,
            d->has_shear ? fmin(lt_deck_parts_get(d, "fric"), lt_deck_friction_most) : 0);
}

/* Writes the rolling and twisting parts of a composed law. */
static void put_turning_parts(FILE *file, const struct lt_deck *d) {
    if (lt_deck_parts_is(d, "rolling", "sds"))
        fprintf(file, " rolling sds %.*g %.*g %.*g", d->digits, lt_deck_parts_get(d, "k_roll"),
                d->digits, lt_deck_parts_get(d, "c_roll"), d->digits,
                lt_deck_parts_get(d, "fric_roll"));
    if (lt_deck_parts_is(d, "twisting", "sds"))
        fprintf(file, " twisting sds %.*g %.*g %.*g", d->digits, lt_deck_parts_get(d, "k_twist"),
                d->digits, lt_deck_parts_get(d, "c_twist"), d->digits,
                lt_deck_parts_get(d, "fric_twist"));
    if (lt_deck_parts_is(d, "twisting", "marshall"))
        fputs(" twisting marshall", file);
}

/* Writes a composed law as LAMMPS's granular model, or sets *d->why if there is none. */
static void put_parts_lammps(FILE *file, const struct lt_deck *d) {
    const struct lt_deck_drag drag = lt_deck_parts_drag(d);
    if ((*d->why = refuse_parts_lammps(d, &drag)))
        return;
    /* LAMMPS' coefficient: a restitution for tsuji; for viscoelastic the viscosity over m_eff and
     * sqrt(R*), 1/(m s); else N s/m. */
    const double eta = drag.alpha > 0     ? tsuji_inverse(drag.alpha)
                       : drag.by_root > 0 ? drag.by_root / (d->m_eff * sqrt(d->r_eff))
                                          : drag.constant;
    put_normal_part(file, d, eta);
    put_tangential_part(file, d, drag.tangential);
    put_turning_parts(file, d);
    fprintf(file, " damping %s%s",
            drag.alpha > 0     ? "tsuji"
            : drag.by_root > 0 ? "viscoelastic"
                               : "velocity",
            d->no_tension ? " limit_damping" : "");
}

static const struct lt_deck_words parts_lammps[] = {
    {"normal", "linear hertz jkr"},
    {"cohesion", "dmt"},
    {"damping", "constant tsuji viscoelastic mass-velocity mass-radius restitution critical"},
    {"tangential", "viscous linear tangent tangent-rescale secant secant-initial "
                   "displacement-rescale"},
    {"rolling", "sds"},
    {"twisting", "sds marshall"},
    {NULL, NULL}};
static const struct lt_deck_choice choices_lammps[] = {
    {"normal", "jkr", "dp_mode", "full"},       {"cohesion", "dmt", "dp_mode", "full"},
    {NULL, NULL, "dp_mode", "full no-tension"}, {"normal", "jkr", "cap_by", "pull"},
    {NULL, NULL, "cap_by", "absolute"},         {NULL, NULL, "cap_on", "total"},
    {NULL, NULL, "slip_dashpot", "kept"},       {NULL, NULL, "kt_update", "end"},
    {NULL, NULL, "ends", "largest-pull"},       {NULL, NULL, NULL, NULL}};

/* ---- The whole ------------------------------------------------------------------------------- */

/* Tsuji's damping coefficient alpha of this law; 0: it has another damping. */
static double tsuji_of(const struct lt_deck *d) {
    return d->kind == LT_DECK_PARTS ? fmax(lt_deck_parts_drag(d).alpha, 0)
                                    : (is_tsuji(d) ? d->alpha : 0);
}

/* Writes warnings on versions of LAMMPS that take other numbers for the same law. */
static void put_versions(FILE *file, const struct lt_deck *d) {
    const double alpha = tsuji_of(d);
    if (alpha > 0 && lt_deck_has_wanted(d))
        fprintf(
            file, "# warning: tsuji with %.6g itself gives %.3f: its polynomial lacks sqrt(2)\n",
            d->wanted,
            (d->no_tension ? lt_deck_capped : lt_deck_textbook)(tsuji_alpha(d->wanted) / sqrt(5)));
    /* Some versions have sqrt(2) times the alpha of this polynomial for the same number. */
    if (alpha > 0 && !isnan(tsuji_inverse(alpha / sqrt(2))))
        fprintf(file,
                "# warning: versions whose manual has the factor sqrt(2) in alpha (September 2026) "
                "take %.*g instead\n",
                d->digits, tsuji_inverse(alpha / sqrt(2)));
    if (alpha > 0 && alpha < sqrt(5))
        fprintf(
            file,
            "# versions that have 'damping coeff_restitution' (22 Jul 2025) take it with %.*g\n",
            d->digits, lt_deck_textbook(alpha / sqrt(5)));
    if (d->kind == LT_DECK_PARTS && lt_deck_parts_is(d, "twisting", "marshall") &&
        !lt_deck_parts_is(d, "tangential", "linear"))
        fputs(
            "# warning: in 22 Jul 2025 the stiffness of twisting marshall beside mindlin lacks the "
            "contact radius; 'twisting sds' is the same in all versions\n",
            file);
}

/* Writes the lines for LAMMPS, or sets *d->why if it has no such law. */
static void put_lammps_deck(FILE *file, const struct lt_deck *d) {
    const bool made = d->kind == LT_DECK_PARTS;
    if (!made && (*d->why = refuse_lammps(d)))
        return;
    fputs("# after create_box, in units si, with atom_style sphere\ncomm_modify vel yes\n", file);
    if (d->wall) {
        fputs("pair_style none\nfix wall all wall/gran granular ", file);
        (made ? put_parts_lammps : put_model)(file, d);
        fputs(" xplane 0 NULL\n", file);
    } else {
        fputs("pair_style granular\npair_coeff * * ", file);
        (made ? put_parts_lammps : put_model)(file, d);
        fputc('\n', file);
    }
    fputs("fix move all nve/sphere\n", file);
    if (d->steps)
        fprintf(file, "timestep %.*g\n", d->digits, d->dt);
    if (made && lt_deck_parts_get(d, "work_adhesion") > 0)
        fprintf(file, "# its coh is half of the work of adhesion, %.10g\n%s",
                lt_deck_parts_get(d, "work_adhesion"),
                d->wall ? "# its modulus at a wall lacks 1 + nu, which the numbers here allow for\n"
                        : "");
    put_versions(file, d);
}

/* ---- Several types --------------------------------------------------------------------------- */

static const char coefficients[] = "pair_coeff * * ", wall[] = "fix wall all wall/gran ";

/* Writes the walls of several types. A LAMMPS wall has no type of its own, so each type of balls
 * becomes a group with its own fix for each wall. */
static void put_walls(FILE *file, const struct lt_deck_types *t) {
    bool grouped[LT_DECK_TYPES] = {false};
    for (size_t k = 0; k < t->n_pairs; k++) {
        const size_t ball = t->pairs[k].type[0];
        const char *model = lt_deck_types_after(t->pairs[k].lines, wall, t->arena);
        if (!model)
            continue;
        if (!grouped[ball])
            fprintf(file, "group %s type %zu\n", t->word[ball], ball + 1);
        grouped[ball] = true;
        fprintf(file, "fix %s_%s %s wall/gran %s\n", t->word[t->pairs[k].type[1]], t->word[ball],
                t->word[ball], model);
    }
}

/* Writes a pair_coeff line for each pair of ball types. */
static void put_pairs(FILE *file, const struct lt_deck_types *t) {
    for (size_t i = 0; i < t->n; i++)
        for (size_t j = i; j < t->n; j++) {
            const struct lt_deck_typed *pair = lt_deck_types_pair(t, i, j);
            const char *model =
                pair ? lt_deck_types_after(pair->lines, coefficients, t->arena) : NULL;
            if (model)
                fprintf(file, "pair_coeff %zu %zu %s\n", i + 1, j + 1, model);
        }
}

/* Merges the lines of all pairs of types into one input; pair_coeff and wall lines are written for
 * each pair. Returns NULL: that is always possible. */
static const char *put_types_lammps(FILE *file, const struct lt_deck_types *t) {
    const char *line;
    for (const char *text = t->first->lines; (line = lt_deck_types_line(&text, t->arena));)
        if (strncmp(line, coefficients, strlen(coefficients)) == 0) {
            put_pairs(file, t);
            put_walls(file, t);
        } else {
            fprintf(file, "%s\n", line);
        }
    lt_deck_types_put_comments(file, t);
    return NULL;
}

const struct lt_deck_code lt_deck_lammps = {
    .title = "LAMMPS",
    .comment = "#",
    .put = put_lammps_deck,
    .lever = LT_LEVER_SLIP_RADIUS,
    .lever_wall = LT_LEVER_RADIUS,
    .axes = LT_AXES_PROJECTED,
    .history = LT_HISTORY_RESCALED,
    .levels = LT_LEVELS_YADE,
    .touch = LT_TOUCH_OPEN,
    .touch_wall = LT_TOUCH_AT_START,
    .parts = parts_lammps,
    .choices = choices_lammps,
    .put_types = put_types_lammps,
};
