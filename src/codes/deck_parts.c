/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_parts.c: a contact made of parts, for those who write it in the words of the codes. */
#include "codes/deck_lines.h"

#include "base/arena.h"
#include "base/choice.h"
#include "laws/restitution.h"
#include "program/presets.h"
#include "registry/laws.h"
#include "registry/part_list.h"
#include "setup/setup.h"

#include <string.h>

const char *const lt_deck_kinds[LT_DECK_KINDS] = {"normal",  "cohesion", "damping", "tangential",
                                                  "rolling", "twisting", "bond"};

/* The word that a program chooses for each kind of parts, such as "hertz"; "none" if it has no such
 * part. */
void lt_deck_parts_words_of(const struct lt_program *program, const char *words[LT_DECK_KINDS],
                            struct lt_arena *arena) {
    const struct lt_law *law = program->law;
    for (int i = 0; i < LT_DECK_KINDS; i++) {
        const long k = lt_laws_param(law, lt_deck_kinds[i]);
        const struct lt_number *said = k < 0 ? NULL : &program->params[k];
        const double number = !said ? 0 : said->given ? said->value : law->params[k].preset;
        char word[64];
        if (k < 0 || !lt_choice_word(law->params[k].choices, number, word, sizeof word))
            word[0] = '\0';
        words[i] = *word ? lt_arena_print(arena, "%s", word) : "none";
    }
}

/* ---- What a code has ------------------------------------------------------------------------- */

/* True if WORD is one of the words of LIST, which blanks separate. */
bool lt_deck_parts_has(const char *list, const char *word) {
    const size_t length = strlen(word);
    for (; *list; list += strspn(list, " ")) {
        const size_t size = strcspn(list, " ");
        if (size == length && strncmp(list, word, size) == 0)
            return true;
        list += size;
    }
    return false;
}

/* A part of the program that no code can have, as "KIND: WORD": several pulls or bonds in one
 * contact, or a kind not listed above. NULL: there is none. */
static const char *find_beside(const struct lt_program *program, struct lt_arena *arena) {
    const struct lt_law *law = program->law;
    double *numbers = lt_arena_get(arena, (law->n_params + 1) * sizeof *numbers);
    for (size_t i = 0; i < law->n_params; i++)
        numbers[i] = program->params[i].given ? program->params[i].value : law->params[i].preset;
    for (size_t i = 0; i < law->n_params; i++) {
        const char *kind;
        char words[LT_WORDS_ROOM];
        const long slot = lt_part_list_slot(law, law->params[i].name, &kind);
        bool known = false;
        for (int k = 0; k < LT_DECK_KINDS; k++)
            known |= strcmp(kind, lt_deck_kinds[k]) == 0;
        if (slot >= 0 && numbers[i] > 0.5 && (slot > 0 || !known) &&
            lt_part_list_words(law, (size_t)lt_part_list_param(law, kind, 0), numbers, words,
                               sizeof words))
            return lt_arena_print(arena, "%s: %s", kind, words);
    }
    return NULL;
}

/* Why no lines of this code are written for the program's parts; NULL: they are. */
const char *lt_deck_parts_refused(const struct lt_deck_code *code, const struct lt_program *program,
                                  struct lt_arena *arena) {
    const char *words[LT_DECK_KINDS], *beside = find_beside(program, arena);
    lt_deck_parts_words_of(program, words, arena);
    if (beside)
        return lt_arena_print(arena, "lawtester writes no %s lines for '%s'%s", code->title, beside,
                              strchr(beside, ',') ? ", which stand together" : "");
    for (int i = 0; i < LT_DECK_KINDS; i++) {
        const struct lt_deck_words *has = code->parts;
        while (has->kind && strcmp(has->kind, lt_deck_kinds[i]) != 0)
            has++;
        if (strcmp(words[i], "none") == 0 || (has->kind && lt_deck_parts_has(has->words, words[i])))
            continue;
        return lt_arena_print(arena, "lawtester writes no %s lines for '%s: %s'%s%s", code->title,
                              lt_deck_kinds[i], words[i], has->kind ? "; it does for " : "",
                              has->kind ? has->words : "");
    }
    return NULL;
}

/* True if LIST, which ends with a NULL name, has a row for PARAM. */
static bool is_in_list(const struct lt_preset_choice *list, const char *param) {
    while (list->param && strcmp(list->param, param) != 0)
        list++;
    return list->param != NULL;
}

/* Fills LIST with the choices of a code beside these parts: a parameter and a bit for each value
 * that the code has. The first row that fits a parameter counts. */
void lt_deck_parts_choices(const struct lt_deck_code *code, const struct lt_program *program,
                           struct lt_preset_choice *list, struct lt_arena *arena) {
    const char *words[LT_DECK_KINDS];
    lt_deck_parts_words_of(program, words, arena);
    list->param = NULL;
    size_t n = 0;
    for (const struct lt_deck_choice *row = code->choices; row && row->choice; row++) {
        bool is = !row->kind;
        for (int i = 0; i < LT_DECK_KINDS && row->kind; i++)
            is |=
                strcmp(row->kind, lt_deck_kinds[i]) == 0 && lt_deck_parts_has(row->word, words[i]);
        const long k = lt_laws_param(program->law, row->choice);
        if (!is || k < 0 || n == LT_PRESET_CHOICES || is_in_list(list, row->choice))
            continue;
        size_t count;
        const char *const *all = lt_choice_words(program->law->params[k].choices, &count, arena);
        list[n] = (struct lt_preset_choice){row->choice, 0};
        for (size_t i = 0; i < count; i++)
            list[n].has |= lt_deck_parts_has(row->has, all[i]) ? 1u << i : 0;
        list[++n].param = NULL;
    }
}

/* ---- Its numbers ----------------------------------------------------------------------------- */

/* Lets the writers get parameters of the law by their names. */
void lt_deck_parts_names(struct lt_deck *deck, const struct lt_setup *setup) {
    deck->made.setup = setup;
}

/* Tangential viscosity of the linear tangential part, N s/m; 0: another part. */
static double constant_ct(const struct lt_deck *deck) {
    return lt_deck_parts_is(deck, "tangential", "linear") ? lt_deck_parts_get(deck, "ct") : 0;
}

/* Takes the numbers of a composed law, SI units, from which all codes write their lines. */
void lt_deck_parts_gather(struct lt_deck *deck, const struct lt_setup *setup,
                          struct lt_arena *arena) {
    struct lt_deck_made *made = &deck->made;
    lt_deck_parts_words_of(setup->program, made->part, arena);
    deck->has_shear = !lt_deck_parts_is(deck, "tangential", "none");
    deck->no_tension = lt_deck_parts_get(deck, "dp_mode") > 0.5;
    const struct lt_deck_drag drag = lt_deck_parts_drag(deck);
    deck->kn = lt_deck_parts_get(deck, "kn");
    deck->ks = lt_deck_parts_ks(deck);
    deck->cn = deck->c_0 = drag.constant;
    deck->cs = constant_ct(deck) + lt_deck_parts_get(deck, "tangential_ratio") * drag.constant;
    deck->c_half = drag.by_root;
    deck->alpha = drag.alpha;
    deck->ratio =
        deck->kn > 0 ? drag.constant / (2 * sqrt(deck->m_eff * deck->kn)) : drag.alpha / sqrt(5);
    lt_deck_parts_moduli(deck, &deck->young, &deck->poisson);
    deck->k = 4.0 / 3 * lt_deck_parts_get(deck, "young_eff") * sqrt(deck->r_eff);
    deck->shear = lt_deck_parts_get(deck, "shear_eff");
    deck->phi = lt_deck_parts_get(deck, "phi");
    deck->pull =
        lt_deck_parts_is(deck, "cohesion", "dmt") ? lt_deck_parts_get(deck, "work_adhesion") : 0;
    deck->turn_stiffness = lt_deck_parts_get(deck, "roll_stiffness");
    deck->turn_most = lt_deck_parts_get(deck, "fric_roll");
    deck->twist_stiffness = lt_deck_parts_get(deck, "twist_stiffness");
}

/* True if the law's part of a kind has this word. */
bool lt_deck_parts_is(const struct lt_deck *deck, const char *kind, const char *word) {
    for (int i = 0; i < LT_DECK_KINDS; i++)
        if (strcmp(lt_deck_kinds[i], kind) == 0)
            return strcmp(deck->made.part[i], word) == 0;
    return false;
}

/* A parameter of the law in SI units; 0: the law has none of this name. */
double lt_deck_parts_get(const struct lt_deck *deck, const char *param) {
    if (!deck->made.setup)
        return 0;
    const struct lt_program *program = deck->made.setup->program;
    const long i = lt_laws_param(program->law, param);
    return i < 0 ? 0 : deck->made.setup->values[program->names->params + (size_t)i];
}

/* Damping coefficient as a function c(k) of the stiffness k: that of a linear spring, or that
 * divided by the root of the overlap. */
struct drag {
    double constant, quarter, half;
    bool other;
};

/* The viscosities of the damping part (laws/parts/damping-WORD.c): that of a linear spring, or the
 * factors of the overlap to the power 0, 1/4 and 1/2, in N s/m over m to that power. */
static struct drag drag_of(const struct lt_deck *deck) {
    /* Luding's dashpot is that of the spring it loads on. */
    const bool luding = lt_deck_parts_is(deck, "normal", "luding"),
               linear = luding || lt_deck_parts_is(deck, "normal", "linear");
    /* K is the stiffness on which the dashpot depends: N/m of a linear spring; else Hertz' 4/3 E*
     * sqrt(R*), N/m^1.5. */
    const double m = deck->m_eff, get_en = lt_deck_parts_get(deck, "en");
    const double k = linear ? lt_deck_parts_get(deck, luding ? "kn1" : "kn")
                            : 4.0 / 3 * lt_deck_parts_get(deck, "young_eff") * sqrt(deck->r_eff);
    const enum restitution_end end =
        lt_deck_parts_get(deck, "dp_mode") > 0.5 ? FORCE_ZERO : GAP_ZERO;
    struct drag drag = {.other = lt_deck_parts_is(deck, "damping", "hunt-crossley") &&
                                 lt_deck_parts_get(deck, "lambda") > 0};
    /* A dashpot c = a sqrt(m k) + b k of the stiffness k(overlap): Hertz' secant stiffness grows
     * with the root of the overlap, so the first term grows with its power 1/4, the second with
     * 1/2. */
    double by_root_of_k = 0, by_k = 0;
    if (lt_deck_parts_is(deck, "damping", "constant"))
        drag.constant = lt_deck_parts_get(deck, "cn");
    else if (lt_deck_parts_is(deck, "damping", "mass-velocity"))
        drag.constant = lt_deck_parts_get(deck, "eta_m") * m;
    else if (lt_deck_parts_is(deck, "damping", "mass-radius"))
        drag.half = lt_deck_parts_get(deck, "eta_ma") * m * sqrt(deck->r_eff);
    else if (lt_deck_parts_is(deck, "damping", "tsuji"))
        by_root_of_k = lt_deck_parts_get(deck, "alpha");
    else if (lt_deck_parts_is(deck, "damping", "critical"))
        by_root_of_k = 2 * lt_deck_parts_get(deck, "dp_nratio");
    /* The same restitution takes 2 ratio sqrt(m k) with a linear spring, sqrt(5) ratio sqrt(m k)
     * with Hertz' one. */
    else if (lt_deck_parts_is(deck, "damping", "restitution"))
        by_root_of_k = (linear ? 2 : sqrt(5)) * restitution_damping(get_en, end);
    else if (lt_deck_parts_is(deck, "damping", "viscoelastic"))
        by_k = 1.5 * lt_deck_parts_get(deck, "A");
    drag.constant += linear ? by_root_of_k * sqrt(m * k) + by_k * k : 0;
    drag.quarter = linear ? 0 : by_root_of_k * sqrt(m * k);
    drag.half += linear ? 0 : by_k * k;
    return drag;
}

/* Stiffness of a tangential spring that is proportional to the contact radius, divided by the root
 * of the overlap, N/m^1.5: Mindlin's 8 G* sqrt(R*), of which the secant spring has 2/3. 0: the law
 * has another spring. */
double lt_deck_parts_following(const struct lt_deck *deck) {
    static const char *const words[] = {"tangent",        "tangent-rescale",      "secant",
                                        "secant-initial", "displacement-rescale", "partial-slip"};
    bool follows = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        follows |= lt_deck_parts_is(deck, "tangential", words[i]);
    const double share = lt_deck_parts_is(deck, "tangential", "secant") ? 2.0 / 3 : 1;
    return follows ? share * 8 * lt_deck_parts_get(deck, "shear_eff") * sqrt(deck->r_eff) : 0;
}

/* Stiffness of a tangential spring of constant stiffness, N/m; 0: it has another spring. */
double lt_deck_parts_ks(const struct lt_deck *deck) {
    return lt_deck_parts_is(deck, "tangential", "linear") ? lt_deck_parts_get(deck, "ks") : 0;
}

/* The law's viscosities in the form that the codes use: constant (N s/m), per root of the overlap
 * (N s/m^1.5) or as Tsuji's alpha; and the tangential one as a ratio to the normal one, NAN if it
 * depends on the overlap in another way than the normal one. */
struct lt_deck_drag lt_deck_parts_drag(const struct lt_deck *deck) {
    const double k = 4.0 / 3 * lt_deck_parts_get(deck, "young_eff") * sqrt(deck->r_eff);
    const struct drag of = drag_of(deck);
    struct lt_deck_drag drag = {.constant = of.constant,
                                .by_root = of.half,
                                .alpha = of.quarter > 0 ? of.quarter / sqrt(deck->m_eff * k) : 0,
                                .tangential = lt_deck_parts_get(deck, "tangential_ratio"),
                                .other = of.other};
    const double ct = constant_ct(deck),
                 ct_quarter = lt_deck_parts_get(deck, "phi") *
                              sqrt(deck->m_eff * 8 * lt_deck_parts_get(deck, "shear_eff") *
                                   sqrt(deck->r_eff));
    if (ct > 0)
        drag.tangential += drag.constant > 0 ? ct / drag.constant : NAN;
    if (ct_quarter > 0)
        drag.tangential += of.quarter > 0 ? ct_quarter / of.quarter : NAN;
    return drag;
}

/* Young's modulus (Pa) and Poisson's ratio of equal bodies that have E* and G* of the contact: G*
 * over E* is (1 - nu)/(2 (2 - nu)), which is solved for nu, and E = 2 (1 - nu^2) E*. Without shear
 * stiffness nu is that of the law. */
void lt_deck_parts_moduli(const struct lt_deck *deck, double *young, double *poisson) {
    const double e = lt_deck_parts_get(deck, "young_eff"),
                 share = lt_deck_parts_get(deck, "shear_eff") / e;
    *poisson = share > 0 ? (1 - 4 * share) / (1 - 2 * share) : lt_deck_parts_get(deck, "poisson");
    if (fabs(*poisson) < 1e-15)
        *poisson = 0;
    *young = 2 * (1 - *poisson * *poisson) * e;
}
