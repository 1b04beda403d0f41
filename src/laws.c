/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "laws.h"

#include "config.h"
#include "formula.h"
#include "names.h"
#include "units.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DECLARE(id) extern const struct lt_law lt_law_##id;
#define ADDRESS(id) &lt_law_##id,
LT_LAW_LIST(DECLARE)

const struct lt_law *const lt_laws_builtin[] = {LT_LAW_LIST(ADDRESS) NULL};

#if LT_X86
#define DECLARE_X86(id) extern const struct lt_law lt_law_##id##_avx2, lt_law_##id##_avx512;
#define AVX2(id)        &lt_law_##id##_avx2,
#define AVX512(id)      &lt_law_##id##_avx512,
LT_LAW_LIST(DECLARE_X86)
static const struct lt_law *const compiled[][sizeof lt_laws_builtin / sizeof *lt_laws_builtin] = {
    [LT_CPU_AVX2] = {LT_LAW_LIST(AVX2) NULL}, [LT_CPU_AVX512] = {LT_LAW_LIST(AVX512) NULL}};
#endif

enum lt_cpu lt_laws_cpu(void) {
#if LT_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return LT_CPU_AVX512;
    if (__builtin_cpu_supports("avx2"))
        return LT_CPU_AVX2;
#endif
    return LT_CPU_PLAIN;
}

lt_law_block *lt_laws_block(const struct lt_law *law, enum lt_cpu cpu) {
#if LT_X86
    for (size_t i = 0; cpu != LT_CPU_PLAIN && lt_laws_builtin[i]; i++)
        if (lt_laws_builtin[i] == law)
            return compiled[cpu][i]->block;
#endif
    (void)cpu;
    return law->block;
}

const struct lt_law *lt_laws_find(const char *name) {
    for (size_t i = 0; lt_laws_builtin[i]; i++)
        if (strcmp(lt_laws_builtin[i]->name, name) == 0)
            return lt_laws_builtin[i];
    return NULL;
}

long lt_laws_param(const struct lt_law *law, const char *name) {
    for (size_t i = 0; i < law->n_params; i++)
        if (strcmp(law->params[i].name, name) == 0)
            return (long)i;
    return -1;
}

long lt_laws_choice(const struct lt_field *field, const char *word) {
    size_t length = strlen(word);
    const char *at = field->choices;
    for (long number = 0; at && *at && length; number++) {
        size_t n = strcspn(at, " ");
        if (n == length && memcmp(at, word, n) == 0)
            return number;
        at += n + (at[n] == ' ');
    }
    return -1;
}

const char *lt_laws_word(const struct lt_field *field, long number, char *buffer, size_t size) {
    const char *at = field->choices;
    for (long i = 0; at && *at; i++) {
        size_t n = strcspn(at, " ");
        if (i == number && n < size) {
            memcpy(buffer, at, n);
            buffer[n] = '\0';
            return buffer;
        }
        at += n + (at[n] == ' ');
    }
    return NULL;
}

/* ---- A law keeps its contract, or says where it does not ------------------------------------- */

static bool fail(char *why, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool fail(char *why, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(why, size, format, args);
    va_end(args);
    return false;
}

static bool identifier(const char *name) {
    if (!name || !*name || strspn(name, "0123456789") > 0)
        return false;
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
           '\0';
}

static bool function(const char *name) {
    for (size_t i = 0; lt_formula_functions[i]; i++)
        if (strcmp(lt_formula_functions[i], name) == 0)
            return true;
    return false;
}

/* A loss is seen under its name with the prefix "E_", the others have none. */
static bool check_name(const char *name, const char *prefix, const char *what, char *why,
                       size_t size) {
    char seen[128];
    if (!identifier(name) ||
        (size_t)snprintf(seen, sizeof seen, "%s%s", prefix, name) >= sizeof seen)
        return fail(why, size, "%s '%s' is not a name", what, name ? name : "");
    if (lt_names_reserved(seen) || function(seen))
        return fail(why, size, "%s '%s' is already the name of a column, a result or a function",
                    what, seen);
    return true;
}

static bool check_fields(const struct lt_field *fields, size_t count, const char *prefix,
                         const char *what, char *why, size_t size) {
    for (size_t i = 0; i < count; i++) {
        const struct lt_field *f = &fields[i];
        if (!check_name(f->name, prefix, what, why, size))
            return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(f->name, fields[k].name) == 0)
                return fail(why, size, "%s '%s' is there twice", what, f->name);
        if (!f->unit || !lt_units_known(f->unit))
            return fail(why, size, "%s '%s' has no known unit", what, f->name);
        if (!f->doc || !*f->doc)
            return fail(why, size, "%s '%s' has no description", what, f->name);
    }
    return fields[count].name ? fail(why, size, "the table of each %s does not end", what) : true;
}

static bool check_presets(const struct lt_law *law, char *why, size_t size) {
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *f = &law->params[i];
        if (f->preset < f->min || f->preset > f->max || !(f->min <= f->max))
            return fail(why, size, "the default of '%s' is outside its own range", f->name);
        char word[64];
        if (f->choices && !lt_laws_word(f, (long)f->max, word, sizeof word))
            return fail(why, size, "'%s' has fewer words than choices", f->name);
    }
    return true;
}

bool lt_laws_check(const struct lt_law *law, char *why, size_t size) {
    if (law->abi != LT_ABI)
        return fail(why, size, "made for interface %u of law.h, this program has %d", law->abi,
                    LT_ABI);
    if (law->size != sizeof *law || law->lanes != LT_LANES)
        return fail(why, size, "made with another law.h (sizes differ)");
    if (!law->name || !*law->name || !law->summary || !law->source || !law->equations)
        return fail(why, size, "a law needs a name, a summary, a source and its equations");
    if (!law->derive || !law->one || !law->block)
        return fail(why, size, "a law needs derive() and step()");
    return check_fields(law->params, law->n_params, "", "parameter", why, size) &&
           check_fields(law->state, law->n_state, "", "state", why, size) &&
           check_fields(law->losses, law->n_losses, "E_", "loss", why, size) &&
           check_presets(law, why, size);
}
