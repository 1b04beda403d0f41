/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/deployed.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/glyph.h"
#include "base/memory.h"
#include "base/process.h"
#include "registry/export_law.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMPILE_MOST = 300 }; /* s, after which the compiler is ended */

/* A copy of the text that the caller frees. */
static char *copy(const char *text) {
    return strcpy(lt_memory_get(strlen(text) + 1), text);
}

/* ---- The headers ----------------------------------------------------------------------------- */

/* The version in LAMMPS's headers, "29 Sep 2021" of '#define LAMMPS_VERSION "29 Sep 2021"'; "":
 * there is none. */
static const char *version_in(const char *headers, struct lt_arena *arena) {
    size_t length;
    char *text = lt_file_read(lt_arena_print(arena, "%s/version.h", headers), 1 << 16, &length);
    const char *at = text ? strstr(text, "LAMMPS_VERSION \"") : NULL, *version = "";
    if (at) {
        at += strlen("LAMMPS_VERSION \"");
        version = lt_arena_print(arena, "%.*s", (int)strcspn(at, "\"\n"), at);
    }
    free(text);
    return version;
}

/* True if there are headers of the code's own version in the folder how->headers; LIGGGHTS's
 * headers name no version and are trusted. False: made->why says why not, and made->lacks is set.
 */
static bool has_headers(struct lt_deployed *made, const struct lt_deployed_how *how,
                        struct lt_arena *arena) {
    const char *folder =
        how->headers ? lt_arena_print(arena, "%s/%s", how->headers, how->code) : "";
    made->lacks = true;
    if (!how->headers || access(folder, R_OK) != 0) {
        snprintf(made->why, sizeof made->why,
                 "a law in formulas is compiled for %s, which needs its headers%s%s: get them with "
                 "'scripts/deploy-headers DIR %s', then add '--headers DIR'",
                 how->title, how->headers ? ", and there is no " : "", folder, how->code);
        return false;
    }
    const char *version = strcmp(how->code, "lammps") == 0 ? version_in(folder, arena) : "";
    if (!strstr(how->version, version)) {
        snprintf(
            made->why, sizeof made->why,
            "the headers in %s are those of %s of %s, not of the installed one, %s: get its own "
            "with 'scripts/deploy-headers DIR %s'",
            folder, how->title, version, how->version, how->code);
        return false;
    }
    made->lacks = false;
    return true;
}

/* ---- Compiling ------------------------------------------------------------------------------- */

/* Sets the reason of a failed compilation: the compiler's first line with the word "error", else
 * its first line. SAID, its output, is cut there. */
static void explain(struct lt_deployed *made, const char *title, char *said) {
    char *at = strstr(said, "error");
    while (at && at > said && at[-1] != '\n')
        at--;
    at = at ? at : said;
    at[strcspn(at, "\n")] = '\0';
    lt_glyph_clean(at, "");
    made->lacks = true;
    snprintf(made->why, sizeof made->why, "the law cannot be compiled for %s: %.600s", title,
             *at ? at : "the compiler says nothing");
}

/* Compiles the adapter of a law by the script build.sh of its folder, within COMPILE_MOST seconds.
 * False: made->why says why not. */
static bool compile(struct lt_deployed *made, const struct lt_deployed_how *how,
                    struct lt_arena *arena) {
    char *headers = realpath(how->headers, NULL);
    char *script = lt_arena_print(arena, "%s/build.sh", made->folder);
    char *const arguments[] = {"/bin/sh", script, headers, NULL};
    FILE *said = tmpfile();
    pid_t pid;
    int status = -1, error = headers && said ? 0 : errno;
    if (error == 0)
        error = lt_process_start(arguments, said, said, said, &pid);
    const bool ended = error == 0 && lt_process_wait(pid, COMPILE_MOST, &status);
    const bool ok = ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    /* The script's output, in which explain() finds the first error. */
    char *text = said ? lt_process_text(said, &(size_t){0}) : NULL;
    if (!ok)
        explain(made, how->title,
                lt_arena_print(arena, "%s",
                               error != 0 ? strerror(error)
                               : !ended   ? "it took too long"
                               : text     ? text
                                          : ""));
    free(text);
    free(headers);
    if (said)
        fclose(said);
    return ok;
}

/* Makes a temporary folder for the adapter in TMPDIR or /tmp. False: made->why says why not. */
static bool make_folder(struct lt_deployed *made) {
    const char *tmp = getenv("TMPDIR");
    snprintf(made->folder, sizeof made->folder, "%.*s/lawtester-XXXXXX", PATH_MAX - 40,
             tmp && tmp[0] == '/' ? tmp : "/tmp");
    if (mkdtemp(made->folder))
        return true;
    snprintf(made->why, sizeof made->why, "%.200s: %s", made->folder, strerror(errno));
    made->folder[0] = '\0';
    return false;
}

/* Writes and compiles the adapter of a law in formulas for a code; made->why is set if that fails.
 */
static void make_law(struct lt_deployed *made, const struct lt_deployed_how *how) {
    struct lt_arena *arena = lt_arena_new();
    char *header =
        lt_export_header_text(how->law, &(struct lt_export_from){"", "", "", NULL}, arena);
    const struct lt_deploy deploy = {how->law, how->code, header, arena};
    const char *name = lt_deploy_name(&deploy);
    if (how->refused)
        snprintf(made->why, sizeof made->why, "%s", how->refused);
    else if (has_headers(made, how, arena) && make_folder(made) &&
             lt_deploy_sources(&deploy, made->folder, made->why, sizeof made->why))
        compile(made, how, arena);
    made->library = copy(lt_arena_print(arena, "%s/law_%s.so", made->folder, name));
    made->function = copy(lt_arena_print(arena, "law_register_%s", name));
    free(header);
    lt_arena_free(arena);
}

/* ---- The list -------------------------------------------------------------------------------- */

/* The compiled law, which is added to the LIST if it is new; failures are kept too, so that they
 * are not repeated. */
const struct lt_deployed *lt_deployed_get(struct lt_deployed **list,
                                          const struct lt_deployed_how *how) {
    struct lt_arena *arena = lt_arena_new();
    const char *key = lt_arena_print(arena, "%s %s\n%s", how->refused ? "refused" : "",
                                     how->law->law.name, how->law->define);
    struct lt_deployed *made = *list;
    while (made && strcmp(made->key, key) != 0)
        made = made->next;
    if (!made) {
        made = lt_memory_get(sizeof *made);
        *made = (struct lt_deployed){.key = copy(key), .next = *list};
        make_law(made, how);
        *list = made;
    }
    lt_arena_free(arena);
    return made;
}

/* Frees the compiled laws and removes their folders. */
void lt_deployed_free(struct lt_deployed *list) {
    while (list) {
        struct lt_deployed *next = list->next;
        if (list->folder[0])
            lt_file_remove(list->folder);
        free(list->key);
        free(list->library);
        free(list->function);
        free(list);
        list = next;
    }
}
