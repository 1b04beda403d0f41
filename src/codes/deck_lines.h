/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_lines.h: what deck.c knows of a calibrated law, for those who write it in the words of the
 * codes.
 *
 * Statements about YADE 2023.02a, LAMMPS (29 Sep 2021) and LIGGGHTS 3.8.0 were measured; those
 * about other codes are from their documents and sources. */
#ifndef LT_DECK_LINES_H
#define LT_DECK_LINES_H

#include "codes/deck.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/* NAMED: a law that one code has and no other, and that is written for it alone. */
enum lt_deck_kind { LT_DECK_LINEAR, LT_DECK_HERTZ, LT_DECK_PARTS, LT_DECK_NAMED, LT_DECK_UNKNOWN };

struct lt_arena;
struct lt_law;
struct lt_override;
struct lt_preset_choice;
struct lt_program;
struct lt_setup;

/* The law known here that has the parameters of the program's law, and its kind; NULL: there is
 * none. The second is true if the law of a set-up gives the forces of the law ONE with the same
 * parameters. */
const struct lt_law *lt_deck_law_known(const struct lt_program *program, enum lt_deck_kind *kind);
bool lt_deck_law_is(const struct lt_setup *setup, const struct lt_override *overrides,
                    size_t n_overrides, const struct lt_law *one);

/* Parts of the laws `hertz` and `mindlin`, by the numbers of their words. */
enum lt_deck_damping { LT_DECK_UNDAMPED, LT_DECK_CONSTANT, LT_DECK_TSUJI, LT_DECK_VISCOELASTIC };
enum lt_deck_spring {
    LT_DECK_NO_SPRING,
    LT_DECK_TANGENT = 3,
    LT_DECK_RESCALE,
    LT_DECK_SECANT,
    LT_DECK_SECANT_INITIAL,
    LT_DECK_PARTIAL_SLIP = 8
};

/* The law by the names of its parameters; of a contact made of parts also the word of each kind. */
enum { LT_DECK_ROLLING = 4, LT_DECK_KINDS = 7 };
struct lt_deck_made {
    const struct lt_setup *setup;
    const char *part[LT_DECK_KINDS];
};

/* A calibrated law in plain coefficients, SI units, from which the writers of all codes take their
 * numbers. Which of them are set depends on the kind of law; the others are 0. */
struct lt_deck {
    enum lt_deck_kind kind;
    const char *name; /* of the law, as it is known here */
    /* Tensile cut-off; no shear dashpot while slipping; the normal force adds increments
     * (lin_mode); one body is a wall; there is a tangential part; the program runs in discrete
     * steps. */
    bool no_tension, slip_cut, incremental, wall, has_shear, steps;
    double gap, effective_young; /* reference gap; E*, 0: the law has none */
    /* Stiffnesses, N/m, and viscosities, N s/m, of a linear law along n and in shear. */
    double kn, cn, ks, cs; /* linear */
    /* Hertz: moduli of equal bodies (Pa, 1), k = 4/3 E* sqrt(R*) (N/m^1.5), G* (Pa), alpha and phi
     * of Tsuji's dashpots along n and in shear. */
    double young, poisson, k, shear, alpha, phi; /* Hertz: k = 4/3 E* sqrt(R*), shear = G* */
    enum lt_deck_damping damping;
    enum lt_deck_spring spring;
    /* Of parts: work of adhesion, J/m^2; stiffness and coefficient of rolling resistance; stiffness
     * of twisting. */
    double pull, turn_stiffness, turn_most, twist_stiffness; /* adhesion, moments, of parts */
    double c_0, c_half; /* Hertz: viscosities, constant and per square root of overlap */
    /* Coefficient of friction; fractions of critical damping by the effective mass along n and in
     * shear. */
    double fric, ratio, sratio; /* fractions of critical damping */
    /* Effective mass, kg, with a held body as infinite, and by both own masses; R*, m; radii of B
     * or of the ball at a wall, and of the other body, m; density of the former, kg/m^3. */
    double m_eff, m_both, r_eff, radius, radius_b, density;
    double damping_of_bodies; /* share of its acceleration that a body loses */
    /* Time step, s; target restitution, NAN: none. */
    double dt, wanted;
    int digits;               /* of what is written */
    const char **why;         /* why the law cannot be expressed */
    struct lt_deck_made made; /* of parts */
    struct lt_arena *arena;
};

static const double lt_deck_friction_most =
    1e6; /* used for infinite friction where the code requires a finite number */

double lt_deck_friction(const struct lt_deck *deck);

/* Why like bodies cannot have the moduli of the contact, for codes that take those of a material;
 * NULL: they can. */
const char *lt_deck_refuse_moduli(const struct lt_deck *deck);

/* True if the law is the one that this code alone has by this name. */
bool lt_deck_law_named(const struct lt_deck *deck, const char *name);

/* True if a law that moves along n alone gives FORCE (N, repulsion negative), a function of gap UN
 * (m) and speed VN (m/s), over gaps and overlaps up to REACH (m). For laws in formulas, of which
 * the name and the parameters are known, not the forces. */
bool lt_deck_law_gives(const struct lt_deck *deck, double reach,
                       double force(const struct lt_deck *deck, double un, double vn));

/* ---- deck_parts.c ------------------------------------------------------------------------------
 */

/* Kinds of parts, and the word that a program has of each: "none". */
extern const char *const lt_deck_kinds[LT_DECK_KINDS];
void lt_deck_parts_words_of(const struct lt_program *program, const char *words[LT_DECK_KINDS],
                            struct lt_arena *arena);

/* True if WORD is one of the words of LIST, such as "eepa" of "luding eepa". */
bool lt_deck_parts_has(const char *list, const char *word);

/* Why no lines are written of such parts; NULL: they are. And the choices it has beside them. */
const char *lt_deck_parts_refused(const struct lt_deck_code *code, const struct lt_program *program,
                                  struct lt_arena *arena);
void lt_deck_parts_choices(const struct lt_deck_code *code, const struct lt_program *program,
                           struct lt_preset_choice *list, struct lt_arena *arena);

/* Lets the numbers of any law be had by their names; then those of a contact made of parts. */
void lt_deck_parts_names(struct lt_deck *deck, const struct lt_setup *setup);
void lt_deck_parts_gather(struct lt_deck *deck, const struct lt_setup *setup,
                          struct lt_arena *arena);
bool lt_deck_parts_is(const struct lt_deck *deck, const char *kind, const char *word);
/* A parameter, SI units; the stiffness of a constant tangential spring, N/m; that of one that grows
 * with the contact radius over the root of the overlap, N/m^1.5. 0: there is none. */
double lt_deck_parts_get(const struct lt_deck *deck, const char *param);
double lt_deck_parts_ks(const struct lt_deck *deck);
double lt_deck_parts_following(const struct lt_deck *deck);

/* The viscosity of the law in the form that it has: constant, or with a power of the overlap; the
 * other two numbers are 0. */
struct lt_deck_drag {
    double constant;   /* N s/m */
    double by_root;    /* N s/m^1.5 */
    double alpha;      /* of sqrt(m_eff times the secant stiffness of Hertz' contact) */
    double tangential; /* tangential over normal damping; NAN: not of that kind */
    bool other;        /* it depends on other quantities */
};
struct lt_deck_drag lt_deck_parts_drag(const struct lt_deck *deck);

/* Equal bodies that have the moduli of the contact: Young's modulus and Poisson's ratio, which is
 * as given if no shear modulus matters. */
void lt_deck_parts_moduli(const struct lt_deck *deck, double *young, double *poisson);

/* ---- deck_types.c ------------------------------------------------------------------------------
 */

/* A pair of materials: the index of its types, moduli (Pa), Poisson's ratios and densities (kg/m^3)
 * of the two materials, NAN: not given, and its lines. A wall is the second. */
struct lt_deck_typed {
    size_t type[2];
    bool wall;
    double young[2], poisson[2], density[2];
    const char *lines;
};

struct lt_deck_types {
    size_t n, n_pairs;
    const char *name[LT_DECK_TYPES]; /* of the materials */
    const char *word[LT_DECK_TYPES]; /* the same as a name in a program */
    bool is_ball[LT_DECK_TYPES];     /* else only walls are of it */
    const struct lt_deck_typed *pairs;
    const struct lt_deck_typed *first; /* the first pair of two balls */
    const char *comment;
    struct lt_arena *arena;
};

/* Number the materials of PAIRS, those of balls first, by NAMES; why the pairs do not make a
 * matrix, or NULL. */
const char *lt_deck_types_order(struct lt_deck_types *types, struct lt_deck_typed *pairs,
                                const char *(*names)[2]);

/* The pair of two types, the first one given; NULL: none. */
const struct lt_deck_typed *lt_deck_types_pair(const struct lt_deck_types *types, size_t i,
                                               size_t j);

/* The text after HEAD in the line of TEXT that begins with it; NULL: there is none. */
const char *lt_deck_types_after(const char *text, const char *head, struct lt_arena *arena);

/* The next line, without its end; NULL: there is no more. */
const char *lt_deck_types_line(const char **text, struct lt_arena *arena);

/* Comments of the other pairs that FIRST does not have. */
void lt_deck_types_put_comments(FILE *file, const struct lt_deck_types *types);

/* Sets YOUNG_OF (Pa) and POISSON_OF of each type, whose mixing by Hertz' rule gives the contacts of
 * all pairs; YOUNG (Pa) and POISSON are the equal bodies of each pair. NULL, or why there are none.
 */
const char *lt_deck_types_moduli(const struct lt_deck_types *types, const double *young,
                                 const double *poisson, double *young_of, double *poisson_of);

/* The coefficient of restitution for a fraction of critical damping without and with tensile
 * cut-off; the fraction that gives the target without it. The last is true if there is a target
 * between 0 and 1. */
double lt_deck_textbook(double ratio);
double lt_deck_capped(double ratio);
double lt_deck_textbook_ratio(const struct lt_deck *deck);
bool lt_deck_has_wanted(const struct lt_deck *deck);

#endif
