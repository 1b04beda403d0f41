/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_law.c: writes a law in nums, so that one source serves one contact and several side by
 * side. */
#include "registry/export_law.h"

#include "base/text.h"
#include "registry/export.h"

#include <ctype.h>

/* Writes the comment at the top and the include of law.h; FROM is the name of the file with the
 * formulas. */
static void put_head(const struct lt_export *e, const char *from) {
    fputs("/* ", e->out);
    lt_export_words_remark(e->out, e->law->law.name);
    fputs(": the law that ", e->out);
    lt_export_words_remark(e->out, from);
    fputs(" defines by formulas, in C, as 'lawtester law export'\n * writes it. */\n"
          "#include \"law.h\"\n\n",
          e->out);
}

/* Writes a member KEY of the table with a quoted text. */
static void put_text(const struct lt_export *e, const char *key, const char *text) {
    fprintf(e->out, ".%s = ", key);
    lt_export_words_quote(e->out, text);
    fputs(",\n    ", e->out);
}

/* Writes the table of the law, struct lt_law, and its registration as a plug-in. */
static void put_law(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    char *id = lt_arena_print(e->arena, "law_%s", law->name);
    for (char *at = id; *at; at++)
        *at = (char)(isalnum((unsigned char)*at) ? *at : '_');
    fprintf(e->out, "LT_LAW_N(%s,\n    ", id);
    put_text(e, "name", law->name);
    put_text(e, "summary", law->summary);
    put_text(e, "source", law->source);
    put_text(e, "equations", law->equations);
    fprintf(e->out,
            ".acts = 0x%x, .events = events, .views = views, .jumps = jumps,\n"
            "    .declares = declares, .has_cap = %d%s%s, .order = ",
            law->acts, law->has_cap, law->contact_time ? ", .contact_time = contact_time" : "",
            law->reach ? ", .reach = reach" : "");
    lt_export_words_number(e->out, law->order);
    fprintf(e->out, ")\nLT_PLUGIN(&lt_law_%s)\n", id);
}

/* The plug-in of a law in formulas as C for law.h, a text that the caller frees; FROM is the
 * name of the file with the formulas. */
char *lt_export_law_text(const struct lt_formula_law *law, const char *from,
                         struct lt_arena *arena) {
    struct lt_text text;
    struct lt_export e = {.out = lt_text_begin(&text), .law = law, .arena = arena};
    put_head(&e, from);
    lt_export_formula_functions(&e);
    lt_export_tables_fields(&e);
    lt_export_derive_put(&e);
    lt_export_step_put(&e);
    lt_export_tables_lists(&e);
    put_law(&e);
    return lt_text_end(&text);
}
