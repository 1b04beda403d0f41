/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every built-in law passes the audit, whatever the seed; what laws in formulas declare and claim,
 * and the programs of their failures. */
#include "base/file.h"
#include "programs.h"
#include "registry/laws.h"
#include "verify/audit.h"

static int seeds(void) {
    const char *text = getenv("LT_AUDIT_SEEDS");
    return text ? atoi(text) : getenv("LT_ALL") ? 8 : 2;
}

static int first_seed(void) {
    const char *text = getenv("LT_AUDIT_FIRST");
    return text ? atoi(text) : 1;
}

static const struct lt_law *law_number(int i) {
    return lt_laws_builtin[i];
}

START_TEST(built_in_laws_pass) {
    const struct lt_law *law = law_number(_i);
    /* Laws that are choices of parts share their steps with 'contact'. */
    const bool chosen = law->parts && strcmp(law->name, "contact") != 0;
    int n = chosen ? 1 + seeds() / 10 : seeds(), bad = 0;
    for (int seed = first_seed(); n-- > 0; seed++) {
        struct lt_audit audit;
        lt_audit_law(law, &(struct lt_audit_options){.seed = (uint64_t)seed, .cases = 3}, &audit);
        ck_assert_uint_gt(audit.count, 0);
        for (size_t i = 0; i < audit.count; i++) {
            const struct lt_check *c = &audit.checks[i];
            if (!c->ok && bad++ < 40)
                fprintf(stderr, "# %s, seed %d: %s: %.3g > %.3g: %s\n", law->name, seed, c->name,
                        c->value, c->bound, c->detail);
        }
        lt_audit_free(&audit);
    }
    ck_assert_int_eq(bad, 0);
}
END_TEST

/* What has been accused of nothing: a force that only short steps find, energy that a bond had
 * before and sets free, rounding of bodies in space, springs that stand still, a shear spring so
 * stiff that it rises to the limit of friction while nothing else moves. */
static const struct {
    const char *law, *check;
    int seed, cases;
} once_accused[] = {
    {"mindlin", "step-length", 65, 11},
    {"concrete", "cycle", 70, 12},
    {"concrete", "cycle", 93, 12},
    {"concrete", "convergence", 62, 12},
    {"mindlin", "objectivity", 9, 4},
    {"idealelpl", "objectivity", 7, 12},
    {"mindlin-rolling-torsion", "objectivity", 54, 12},
    {"my-law", "continuity", 224, 12},
    {"concrete", "recontact", 120, 12},
    {"concrete", "hold", 142, 12},
    {"concrete", "step-length", 336, 12},
    {"mindlin", "objectivity", 604, 12},
    {"concrete", "continuity", 682, 12},
    {"concrete", "convergence", 943, 12},
    {"concrete", "continuity", 32, 12},
    {"concrete", "continuity", 354, 12},
    {"mindlin-rolling-torsion", "slow", 652, 12},
    {"idealelpl", "order", 36, 48},
    {"jcfpm", "objectivity", 1, 12},
    {"contact-bond", "ledger", 7, 21},
    {"jcfpm", "ledger", 7, 21},
    {"cohfrict", "zero-response", 6, 31},
    {"contact-bond", "jumps", 8, 48},
    {"jcfpm", "jumps", 5, 48},
    {"parallel-bond", "contact-time", 1, 48},
    {"beam-bond", "contact-time", 2, 48},
    {"liquid-bridge", "zero-response", 9, 48},
    {"burgers", "cross", 6, 20},
    {"burgers", "convergence", 2, 48},
};

/* The law that 'new law' begins with is none of the built-in ones. */
extern const struct lt_law lt_law_my_law;

static const struct lt_law *law_called(const char *name) {
    const struct lt_law *law = lt_laws_find(name);
    return law ? law : &lt_law_my_law;
}

START_TEST(accused_no_more) {
    const struct lt_law *law = law_called(once_accused[_i].law);
    ck_assert_str_eq(law->name, once_accused[_i].law);
    const struct lt_audit_options options = {.seed = (uint64_t)once_accused[_i].seed,
                                             .cases = once_accused[_i].cases,
                                             .only = once_accused[_i].check};
    struct lt_audit audit;
    lt_audit_law(law, &options, &audit);
    for (size_t i = 0; i < audit.count; i++)
        ck_assert_msg(audit.checks[i].ok, "%s: %s", audit.checks[i].name, audit.checks[i].detail);
    lt_audit_free(&audit);
}
END_TEST

/* Where in a step its force jumps is chance: long steps had been lucky. */
START_TEST(luck_is_no_order) {
    char path[1024];
    size_t size;
    snprintf(path, sizeof path, "%s/formulas/plastic.yaml", getenv("LT_STAGES"));
    char *text = lt_file_read(path, 1 << 20, &size);
    ck_assert_ptr_nonnull(text);
    struct lt_program *program = read_program(text, NULL);
    const struct lt_audit_options options = {.seed = 437, .cases = 6, .only = "ledger"};
    struct lt_audit audit;
    lt_audit_law(program->law, &options, &audit);
    for (size_t i = 0; i < audit.count; i++)
        ck_assert_msg(audit.checks[i].ok, "%s", audit.checks[i].detail);
    lt_audit_free(&audit);
    lt_program_free(program);
    free(text);
}
END_TEST

/* ---- Laws in formulas ------------------------------------------------------------------------ */

/* Hertz' force with the energy of a linear spring, and what a case adds. */
#define HERTZ                                                                                      \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "law:\n"                                                                                       \
    "  name: wrong\n"                                                                              \
    "  define:\n"                                                                                  \
    "    summary: 'a \"law\" of one''s own'\n"                                                     \
    "    params: {k: {default: 1e9 N/m^1.5, min: 1}}\n"                                            \
    "    let: {d: 'max(0, -un)'}\n"                                                                \
    "    force: {fn: %s}\n"                                                                        \
    "    strain: %s*d^2.5\n"                                                                       \
    "%s"                                                                                           \
    "stages:\n"                                                                                    \
    "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n"

#define AT_END         "-k*d^1.5"
#define HALFWAY        "'-k*max(0, -un + 0.5*dun)^1.5'"
#define DECLARES(most) "    declares: {ledger: {most: " most ", why: it is half too much}}\n"

/* The energy is off by the difference of 1/2 and 2/5, relative to what is put in and given back:
 * 2/5 each. */
static const struct {
    const char *force, *strain, *adds;
    const char *accuses; /* checks; "": none */
    const char *declared;
} formulas[] = {
    {AT_END, "2/5*k", "", "", NULL},
    {AT_END, "2/5*k", "    order: exact\n", "", NULL},
    {HALFWAY, "2/5*k", "    order: exact\n", "ledger convergence", NULL},
    {HALFWAY, "2/5*k", "    order: 2\n", "ledger convergence", NULL},
    {HALFWAY, "2/5*k", "", "ledger", NULL},
    {AT_END, "1/2*k", "", "ledger", NULL},
    {AT_END, "1/2*k", DECLARES("0.26"), "", "ledger"},
    {AT_END, "1/2*k", DECLARES("0.01"), "ledger", NULL},
};

static const struct lt_check *check_named(const struct lt_audit *audit, const char *name,
                                          bool is_declared) {
    for (size_t i = 0; i < audit->count; i++)
        if (strcmp(audit->checks[i].name, name) == 0 && audit->checks[i].declared == is_declared)
            return &audit->checks[i];
    return NULL;
}

/* The program of a failure holds the law, and does what was measured. */
static void check_written(const struct lt_law *law, const struct lt_check *check) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const bool expects = lt_audit_file_write(law, check, out);
    fclose(out);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *result = run_program(program);
    ck_assert_msg(result->status == LT_DONE, "%s\n%s", result->message, text);
    ck_assert_str_eq(program->law->name, law->name);
    ck_assert_str_eq(program->law->summary, law->summary);
    ck_assert(expects == (strcmp(check->name, "ledger") == 0));
    ck_assert(result->ok == !expects);
    lt_run_free(result);
    lt_program_free(program);
    free(text);
}

START_TEST(laws_in_formulas) {
    char text[4096];
    snprintf(text, sizeof text, HERTZ, formulas[_i].force, formulas[_i].strain, formulas[_i].adds);
    struct lt_program *program = read_program(text, NULL);
    const struct lt_audit_options options = {
        .seed = 1, .cases = 12, .only = "ledger convergence hold threads"};
    struct lt_audit audit;
    lt_audit_law(program->law, &options, &audit);
    for (size_t i = 0; i < audit.count; i++) {
        const struct lt_check *c = &audit.checks[i];
        ck_assert_msg(c->ok == !strstr(formulas[_i].accuses, c->name), "%s: %s", c->name,
                      c->detail);
        if (!c->ok)
            check_written(program->law, c);
    }
    if (formulas[_i].declared)
        ck_assert_ptr_nonnull(check_named(&audit, formulas[_i].declared, true));
    lt_audit_free(&audit);
    lt_program_free(program);
}
END_TEST

/* ---- What a parameter means ------------------------------------------------------------------ */

/* A linear spring with Coulomb's limit. Its tangential spring and its friction may be other ones
 * than the parameters say; these have any name, and roles or none. */
#define SPRING                                                                                     \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "law:\n"                                                                                       \
    "  name: mine\n"                                                                               \
    "  define:\n"                                                                                  \
    "    params: {n: {default: 1e5 N/m%s}, %s: {default: 5e4 N/m%s}, %s: {default: 0.3%s}}\n"      \
    "    state: {fs0: N, ft0: N}\n"                                                                \
    "    constants: {k: %g*%s, c: %g*%s, soft: k > 0 and 1/k or 0}\n"                              \
    "    let:\n"                                                                                   \
    "      ts: fs0 + inside*k*dus\n"                                                               \
    "      tt: ft0 + inside*k*dut\n"                                                               \
    "      trial: sqrt(ts^2 + tt^2)\n"                                                             \
    "      most: c*abs(n*un)\n"                                                                    \
    "      slips: trial > most\n"                                                                  \
    "      share: slips and most/trial or 1\n"                                                     \
    "    force: {fn: n*un, fs: share*ts, ft: share*tt}\n"                                          \
    "    next: {fs0: fs, ft0: ft}\n"                                                               \
    "    strain: n*un^2/2 + soft*(fs^2 + ft^2)/2\n"                                                \
    "    losses:\n"                                                                                \
    "      slip: 0.5*(fs0 + fs)*(inside*dus - soft*(fs - fs0))\n"                                  \
    "        + 0.5*(ft0 + ft)*(inside*dut - soft*(ft - ft0))\n"                                    \
    "    cross: 0.5*(1 - inside)*((n*min(un - dun, 0) + fn)*dun + (fs0 + fs)*dus + (ft0 + "        \
    "ft)*dut)\n"                                                                                   \
    "stages:\n"                                                                                    \
    "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n"

static const char *const stiffnesses[] = {"kt", "ks", "kshear", "q"};
static const char *const coefficients[] = {"mu", "cof", "fric", "x"};
enum { TELLS_FRICTION = 1, TELLS_STIFFNESS = 2, TELLINGS = 4, NAMES = 4 };

static const struct {
    double stiffness, friction; /* what it is, of what its parameters say */
} springs[] = {{1, 1}, {1, 2}, {0.5, 1}};
enum { SPRINGS = sizeof springs / sizeof *springs };

/* Accused if it is wrong and told; without a verdict if it is not told, right or wrong. */
static void check_meaning(const struct lt_audit *audit, const char *name, bool is_told,
                          bool is_right) {
    const struct lt_check *c = check_named(audit, name, false);
    ck_assert_msg(c->untold == !is_told, "%s: %s", name, c->detail);
    ck_assert_msg(isnan(c->value) == !is_told, "%s: %g", name, c->value);
    ck_assert_msg(c->ok == (is_right || !is_told), "%s: %s", name, c->detail);
}

/* _i: the law, then the names, then which roles are given. */
START_TEST(meaning_is_no_name) {
    const int tells = _i % TELLINGS, names = _i / TELLINGS % (NAMES * NAMES);
    const int which = _i / TELLINGS / (NAMES * NAMES);
    const char *k = stiffnesses[names % NAMES], *c = coefficients[names / NAMES];
    const bool by_k = tells & TELLS_STIFFNESS, by_c = tells & TELLS_FRICTION;
    char text[4096];
    snprintf(text, sizeof text, SPRING, by_k ? ", role: stiffness_n" : "", k,
             by_k ? ", role: stiffness_s" : "", c, by_c ? ", role: friction" : "",
             springs[which].stiffness, k, springs[which].friction, c);
    struct lt_program *program = read_program(text, NULL);
    const struct lt_audit_options options = {
        .seed = 1,
        .cases = 12,
        .as_drawn = true,
        .only = "coulomb friction tension stiffness cycle ledger cross dissipation continuity"};
    struct lt_audit audit;
    lt_audit_law(program->law, &options, &audit);
    check_meaning(&audit, "coulomb", by_c, springs[which].friction == 1);
    check_meaning(&audit, "friction", by_c, springs[which].friction == 1);
    check_meaning(&audit, "stiffness", by_k, springs[which].stiffness == 1);
    for (size_t i = 0; i < audit.count; i++) {
        const struct lt_check *check = &audit.checks[i];
        ck_assert_msg(check->ok || strstr("coulomb friction stiffness", check->name), "%s: %s",
                      check->name, check->detail);
    }
    lt_audit_free(&audit);
    lt_program_free(program);
}
END_TEST

static void add(TCase *t) {
    int n = 0;
    while (lt_laws_builtin[n])
        n++;
    tcase_add_loop_test(t, built_in_laws_pass, 0, n);
    tcase_add_loop_test(t, accused_no_more, 0, sizeof once_accused / sizeof *once_accused);
    tcase_add_test(t, luck_is_no_order);
    tcase_add_loop_test(t, laws_in_formulas, 0, sizeof formulas / sizeof *formulas);
    tcase_add_loop_test(t, meaning_is_no_name, 0, SPRINGS * NAMES * NAMES * TELLINGS);
}

LT_TESTS("audit", add)
