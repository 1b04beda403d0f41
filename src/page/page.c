/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page/page.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/units.h"
#include "config.h"
#include "page/controls.h"
#include "page/frame.h"
#include "page/paging.h"
#include "page_parts.h" /* page_style[], page_script[] ...: by lines */
#include "program/figure_kind.h"
#include "program/vary.h"
#include "result/json.h"

#include <math.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

/* ---- The engine ------------------------------------------------------------------------------ */

/* Loads the file NAME of the engine from the installed data or the source tree into *part; the
 * bytes are malloc'd. Returns true; false if there is none. */
static bool load_part(const char *name, struct lt_engine_part *part, struct lt_arena *arena) {
    const char *path = lt_file_data(name, arena);
    if (!path)
        path = lt_file_beside(lt_arena_print(arena, "src/page/%s", name), arena);
    part->bytes = path ? lt_file_read(path, LT_FILE_MOST, &part->size) : NULL;
    return part->bytes != NULL;
}

/* Loads the engine of interactive pages with its licences and source. Returns true; false if there
 * is none, and WHY (SIZE bytes) says how to build it. Call lt_page_engine_free() in either case. */
bool lt_page_engine(struct lt_engine *engine, struct lt_arena *arena, char *why, size_t size) {
    *engine = (struct lt_engine){0};
    if (load_part("engine.wasm.gz", &engine->wasm, arena) &&
        load_part("engine-licences.txt.gz", &engine->licences, arena) &&
        load_part("engine-source.tar.xz", &engine->source, arena))
        return true;
    const char *tree = lt_file_source_tree(arena);
    if (tree)
        snprintf(why, size,
                 "this build has no engine for pages; it is made in some minutes by: "
                 "%s/scripts/engine",
                 tree);
    else
        snprintf(why, size,
                 "this lawtester was installed without the engine for pages; in its source tree, "
                 "run scripts/engine and install it again");
    return false;
}

/* Frees the parts of an engine; those not loaded are NULL. */
void lt_page_engine_free(struct lt_engine *engine) {
    free(engine->wasm.bytes);
    free(engine->licences.bytes);
    free(engine->source.bytes);
}

/* ---- Data of the script --------------------------------------------------------------------- */

/* Returns a unit as JSON: name, factor to SI and powers of the base units. */
static json_t *unit_document(const char *name, const struct lt_unit_factor *factor) {
    json_t *one = json_object(), *powers = json_array();
    put_text(one, "name", name);
    json_object_set_new(one, "scale", json_real(factor->scale));
    for (size_t i = 0; i < LT_UNIT_BASES; i++)
        json_array_append_new(powers, json_integer(factor->powers[i]));
    json_object_set_new(one, "powers", powers);
    return one;
}

/* Returns the units that the programs used and common ones, since the page has no database of
 * units. */
static json_t *list_units(void) {
    json_t *list = json_array();
    struct lt_unit_factor factor;
    const char *name;
    double value;
    char text[64], why[256];
    for (size_t i = 0; (name = lt_units_common(i)); i++) {
        snprintf(text, sizeof text, "1 %s", name);
        lt_units_read(text, "", &value, why, sizeof why);
    }
    for (size_t i = 0; (name = lt_units_taught(i, &factor)); i++)
        json_array_append_new(list, unit_document(name, &factor));
    return list;
}

/* Returns true if the program itself draws this kind of figure, or its two columns; false if the
 * figure may be added. */
static bool draws(const struct lt_program *program, enum lt_kind_of_figure kind) {
    const struct lt_axes *axes = lt_kinds[kind].axes;
    for (size_t i = 0; i < program->n_plots; i++) {
        const struct lt_plot *plot = &program->plots[i];
        if (plot->kind == kind ||
            (plot->x_text && plot->y_text && kind != LT_KIND_ENERGY &&
             strcmp(plot->x_text, axes->x) == 0 && strcmp(plot->y_text, axes->y) == 0))
            return true;
    }
    return false;
}

/* Returns true if the run has a force in the plane of contact, so that figures of it are useful;
 * false if the contact was purely normal. */
static bool has_friction(const struct lt_result *result) {
    return result->values[LT_R_FT_MAX] > 0;
}

/* Returns the figures to add to those that the program draws, as texts for -D. */
static json_t *list_defines(const struct lt_program *program, const struct lt_result *result) {
    static const enum lt_kind_of_figure added[] = {LT_KIND_NORMAL, LT_KIND_SHEAR, LT_KIND_TIME,
                                                   LT_KIND_ENERGY, LT_KIND_CONE};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
        const enum lt_kind_of_figure kind = added[i];
        const bool across = kind == LT_KIND_SHEAR || kind == LT_KIND_CONE;
        if (!draws(program, kind) && (!across || has_friction(result)))
            json_array_append_new(list, json_sprintf("plots[]={kind: %s, title: \"%s\"}",
                                                     lt_kind_words[kind - LT_KIND_NORMAL],
                                                     lt_kind_titles[kind - LT_KIND_NORMAL]));
    }
    return list;
}

/* Returns the data for the page's script that hold for all programs. The units are those that any
 * of the programs has used. */
static json_t *describe_page(const struct lt_page *page) {
    json_t *document = json_object();
    const struct lt_engine *engine = page->engine;
    char sha256[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)engine->source.bytes, engine->source.size, sha256);
    put_text(document, "version", LT_VERSION);
    put_text(document, "source_sha256", sha256);
    put_count(document, "wasm", engine->wasm.size);
    put_count(document, "licences", engine->licences.size);
    json_object_set_new(document, "units", list_units());
    json_object_set(document, "programs", page->programs);
    return document;
}

/* Adds the first unknown and target of section calibrate, with which the page's calibration starts.
 */
static void put_target(json_t *document, const struct lt_program *program) {
    if (program->n_vary == 0 || program->n_targets == 0)
        return;
    put_text(document, "vary", program->vary[0].name);
    put_text(document, "target", program->targets[0].name);
    put_bool(document, "as_run", program->as_run);
}

/* Returns a program for the page: text, controls, added figures and files. NULL, with *why, if a
 * file cannot go along; the caller owns the result. */
json_t *lt_page_program(const struct lt_program *program, const struct lt_result *result,
                        const struct lt_page_files *files, struct lt_arena *arena,
                        const char **why) {
    json_t *document = json_object();
    /* The page may vary the speed of an impact that has a coefficient of restitution. */
    const bool speeds = program->speeds[0] && fabs(program->speeds[0]->own.value) > 0 &&
                        isfinite(result->values[LT_R_E_N]);
    *why = NULL;
    put_text(document, "title", program->title);
    put_text(document, "comment", program->comment);
    put_text(document, "name", lt_arena_print(arena, "%s.yaml", program->stem));
    put_text(document, "law", program->law->name);
    if (speeds)
        put_real(document, "speed", fabs(program->speeds[0]->own.value));
    put_bool(document, "exact", program->motion.integrator == LT_EXACT);
    put_bool(document, "speeds", speeds);
    json_object_set_new(document, "controls", lt_controls(program, result, arena));
    json_object_set_new(document, "defines", list_defines(program, result));
    lt_page_files_put(document, program, files, arena, why);
    put_target(document, program);
    if (!*why)
        return document;
    json_decref(document);
    return NULL;
}

/* ---- The page -------------------------------------------------------------------------------- */

/* Bits as UTF-8 that HTML leaves as it is, 6.8 of them in a byte. Seven bits choose a sign of
 * ASCII, or with the next 6 one from U+00C0 to U+07FF, or with the next 12 one from U+1000 or
 * U+3000. Zeros fill the last. */
#define PACKED_SIGNS                                                                               \
    "\t\n\f !\"#$%&'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"                     \
    "abcdefghijklmnopqrstuvwxyz{|}~"
enum { ONE = sizeof PACKED_SIGNS - 1, TWO = ONE + 29 };

/* A reader of bits: the part read, and the index of the next bit. */
struct packing {
    const struct lt_engine_part *part;
    size_t next;
};

/* Returns the next COUNT bits, the most significant first; zeros after the end. */
static unsigned take_bits(struct packing *packing, size_t count) {
    unsigned taken = 0;
    for (; count > 0; count--, packing->next++) {
        const size_t i = packing->next / 8;
        const unsigned byte = i < packing->part->size ? (unsigned char)packing->part->bytes[i] : 0;
        taken = taken << 1 | (byte >> (7 - packing->next % 8) & 1);
    }
    return taken;
}

/* Writes bytes as characters of UTF-8 in a block of the page, which takes less room than base64;
 * PACKED_SIGNS says how. */
static void put_packed(FILE *file, const char *name, const struct lt_engine_part *part) {
    struct packing packing = {.part = part};
    fprintf(file, "<script type=\"application/octet-stream\" id=\"%s\">", name);
    while (packing.next < 8 * part->size) {
        const unsigned first = take_bits(&packing, 7);
        if (first < ONE) {
            fputc(PACKED_SIGNS[first], file);
        } else if (first < TWO) {
            fputc((int)(0xC3 + first - ONE), file);
            fputc((int)(0x80 | take_bits(&packing, 6)), file);
        } else {
            fputc(first == TWO ? 0xE1 : 0xE3, file);
            fputc((int)(0x80 | take_bits(&packing, 6)), file);
            fputc((int)(0x80 | take_bits(&packing, 6)), file);
        }
    }
    fputs("</script>\n", file);
}

/* Writes JSON into a block of the page. "<" is written as its number, since nothing may end the
 * block or begin another one. */
static void put_document(FILE *file, const json_t *document) {
    char *text = json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(17));
    if (!text)
        lt_memory_out();
    for (const char *c = text; *c; c++)
        if (*c == '<')
            fputs("\\u003c", file);
        else
            fputc(*c, file);
    free(text);
}

/* Writes an interactive page (DATA is a struct lt_page) as the content of a file; always true. */
bool lt_page_write(FILE *file, void *data) {
    const struct lt_page *page = data;
    lt_frame_begin(file, page->title, page_style, page_script);
    lt_frame_lines(file, page_body);
    json_t *document = describe_page(page);
    fputs("<script type=\"application/json\" id=\"document\">", file);
    put_document(file, document);
    fputs("</script>\n", file);
    json_decref(document);
    put_packed(file, "wasm", &page->engine->wasm);
    put_packed(file, "licences", &page->engine->licences);
    fputs("<script type=\"text/plain\" id=\"worker\">", file);
    lt_frame_lines(file, page_engine);
    lt_frame_lines(file, page_worker);
    fputs("</script>\n<script>", file);
    lt_frame_lines(file, page_script);
    fputs("</script>\n</body>\n</html>\n", file);
    return true;
}
