/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"
#include "command/codes.h"
#include "command/plugins.h"
#include "command/progress.h"

#include "base/errors.h"
#include "base/file.h"
#include "base/glyph.h"
#include "base/timing.h"
#include "base/units.h"
#include "codes/styles.h"
#include "program/presets.h"
#include "program/words.h"
#include "registry/checks.h"
#include "registry/codelaw.h"
#include "registry/laws.h"
#include "registry/own_part.h"
#include "result/record.h"
#include "verify/verify.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* One byte above the limit, so that the reader detects a file that is too long; files of a folder.
 */
enum { READ_LIMIT = (1 << 20) + 1, MOST_FILES = 10000 };

struct request {
    struct call call;
    struct lt_words checks;
    unsigned long seed, jobs;
    int precision; /* 1 + whether it is single; 0: not given */
    const char *at;
};

/* The laws and programs to test. */
struct plan {
    const struct lt_law **laws;
    const char **files;
    size_t n_laws, n_files, room;
    bool folder;                   /* an operand was a folder */
    const struct lt_style *styles; /* those of the code that --in names, if no file is given */
    size_t n_styles;
    bool single; /* --precision single */
    double at;   /* --at */
};

/* True if the path is a folder. */
static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Appends a stage program to the plan. */
static void add_program(const struct call *call, struct plan *plan, const char *file) {
    if (plan->n_files == plan->room) {
        plan->room = 2 * plan->room + 16;
        const char **files = lt_arena_get(call->arena, plan->room * sizeof *files);
        if (plan->n_files > 0)
            memcpy(files, plan->files, plan->n_files * sizeof *files);
        plan->files = files;
    }
    plan->files[plan->n_files++] = file;
}

/* True if the name ends in ".yaml". */
static bool names_program(const char *name) {
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".yaml") == 0;
}

/* Adds the stage programs of a folder and of the folders in it, in the order of their names.
 * Returns the exit code. */
static int add_folder(const struct call *call, struct plan *plan, const char *folder) {
    struct dirent **entries;
    int count = lt_file_list(folder, &entries, NULL), code = DONE;
    if (count < 0) {
        lt_command_say("%s: %s", folder, strerror(errno));
        return BAD_FILE;
    }
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const char *path = lt_arena_print(call->arena, "%s/%s", folder, name);
        if (name[0] != '.' && plan->n_files < MOST_FILES) {
            if (names_program(name))
                add_program(call, plan, path);
            else if (entries[i]->d_type == DT_DIR)
                lt_command_worsen(&code, add_folder(call, plan, path));
        }
        free(entries[i]);
    }
    free(entries);
    return code;
}

/* Adds an operand: the name of a law, a file or a folder. Returns the exit code. */
static int add_operand(const struct call *call, struct plan *plan, const char *word) {
    const struct lt_law *law = lt_laws_find_in(call->laws, word);
    if (law) {
        plan->laws[plan->n_laws++] = law;
        return DONE;
    }
    if (is_folder(word)) {
        plan->folder = true;
        return add_folder(call, plan, word);
    }
    if (!strpbrk(word, "./"))
        return lt_command_unknown_law(call, word);
    add_program(call, plan, word);
    return DONE;
}

/* True if a law that the code offers is to be verified: without operands all are, else those whose
 * NAME a pattern among the operands matches. */
static bool wants_style(const struct call *call, const char *name) {
    bool wants = call->n_files == 0;
    for (size_t i = 0; i < call->n_files && !wants; i++)
        wants = fnmatch(call->files[i], name, 0) == 0;
    return wants;
}

/* True if an operand is a stage program or a folder. */
static bool names_files(const struct call *call) {
    for (size_t i = 0; i < call->n_files; i++)
        if (names_program(call->files[i]) || is_folder(call->files[i]))
            return true;
    return false;
}

/* Lists the laws that a code offers, for their audit; returns the exit code. */
static int plan_styles(const struct call *call, struct plan *plan) {
    const struct lt_code *code = lt_styles_code(call->in);
    if (!code)
        return lt_command_misused(call,
                                  "verify --in %s needs a FILE: the numbers of your own "
                                  "code's law stand there, law: {code: own, NAME: NUMBER ...}",
                                  call->in);
    size_t count = lt_styles_count(code), n = 0;
    struct lt_style *styles = lt_arena_get(call->arena, count * sizeof *styles);
    for (size_t i = 0; i < count; i++) {
        styles[n] = lt_styles_get(code, i, call->arena);
        n += wants_style(call, styles[n].name);
    }
    plan->styles = styles;
    plan->n_styles = n;
    return n > 0
               ? DONE
               : lt_command_misused(call, "no law of %s is like '%s'; their names begin as in '%s'",
                                    code->start.title, call->files[0],
                                    lt_styles_get(code, 0, call->arena).name);
}

/* Reads --precision and --at, which describe the external code, into the plan; returns the exit
 * code. */
static int read_precision(const struct call *call, struct plan *plan) {
    const struct request *request = (const struct request *)call;
    char why[256];
    if ((request->precision || request->at) && !call->in)
        return lt_command_misused(call,
                                  "%s is about the code that --in names: verify FILE --in CODE",
                                  request->at ? "--at" : "--precision");
    plan->single = request->precision == 2;
    if (!request->at)
        return DONE;
    const enum lt_quantity read = lt_units_read(request->at, "m", &plan->at, why, sizeof why);
    if (read == LT_QUANTITY_NOT_A_NUMBER || (read == LT_QUANTITY_OK && fabs(plan->at) > 1e6))
        snprintf(why, sizeof why, "'%s' is not a length up to 1e6 m, such as 0.1 m", request->at);
    return read == LT_QUANTITY_OK && fabs(plan->at) <= 1e6
               ? DONE
               : lt_command_misused(call, "--at: %s", why);
}

/* Lists the laws and files to verify in PLAN: the operands, without any all laws; with --in and no
 * file the laws that the code offers. Returns the exit code. */
static int make_plan(const struct call *call, struct plan *plan) {
    if (call->in && !names_files(call))
        return plan_styles(call, plan);
    size_t count = call->n_files;
    for (const struct lt_law *const *law = call->laws; *law; law++)
        count++;
    /* Room for all laws, those among the operands, and one that each file may define. */
    plan->laws = lt_arena_get(call->arena, (count + MOST_FILES) * sizeof *plan->laws);
    int code = DONE;
    for (size_t i = 0; i < call->n_files && code != BAD_USAGE; i++)
        lt_command_worsen(&code, add_operand(call, plan, call->files[i]));
    for (const struct lt_law *const *law = call->laws; call->n_files == 0 && *law; law++)
        plan->laws[plan->n_laws++] = *law;
    if (code == DONE && call->defines.count > 0 && plan->n_files == 0)
        return lt_command_misused(call, "-D changes stage programs; there is none");
    if (code == DONE && plan->n_laws + plan->n_files == 0)
        return lt_command_misused(call, "no stage program (*.yaml) in '%s'", call->files[0]);
    return code;
}

/* ---- Reading -----------------------------------------------------------------------------------
 */

/* The text of the first error; "": there is none. */
static const char *first_error(const struct lt_errors *errors) {
    for (size_t i = 0; i < errors->count; i++)
        if (errors->list[i].severity == LT_ERROR)
            return errors->list[i].text;
    return "";
}

/* A parameter with a unit that the materials give to the law of PROGRAM and that the replacing law
 * LAW does not have; NULL: none. */
static const char *ignored_param(const struct lt_program *program, const struct lt_law *law) {
    for (size_t i = 0; i < program->law->n_params; i++) {
        const struct lt_field *field = &program->law->params[i];
        bool given = false;
        for (int k = 0; k < 2; k++)
            given |= program->particles[k].material && program->particles[k].material[i].given;
        if (given && strcmp(field->unit, "1") != 0 && lt_laws_param(law, field->name) < 0)
            return field->name;
    }
    return NULL;
}

/* Why a program changed by -D is not applicable, where PLAIN is the unchanged program. NULL: it is
 * applicable, or the file is not a valid program anyway. */
static const char *why_unsuited(const struct call *call, const struct lt_program *plain,
                                const struct lt_program *program, const struct lt_errors *errors) {
    if (!plain)
        return NULL;
    if (!program)
        return lt_arena_print(call->arena, "not applicable: %s", first_error(errors));
    const char *name = ignored_param(plain, program->law);
    return name ? lt_arena_print(call->arena,
                                 "not applicable: law '%s' has no parameter '%s', which the "
                                 "materials give",
                                 program->law->name, name)
                : NULL;
}

/* Reads the program without the code that --in names; NULL: it is not valid. */
static struct lt_program *read_outside(const struct call *call, const char *file, const char *text,
                                       size_t length, struct lt_errors *ignore) {
    const struct lt_codelaw_host *host = lt_codelaw_heeded();
    lt_codelaw_heed(NULL);
    struct lt_program *plain =
        lt_read_with(call->laws, false, lt_command_name_of(file), text, length, NULL, 0, ignore);
    lt_codelaw_heed(host);
    return plain;
}

/* Reads a program. NULL: it is not applicable, and subject->skipped says why; or it is faulty,
 * which is reported and worsens the exit code *CODE. */
static struct lt_program *read_program(const struct call *call, const char *file,
                                       struct lt_subject *subject, int *code) {
    size_t length;
    char *text = lt_file_read(file, READ_LIMIT, &length);
    if (!text) {
        lt_command_say("%s: %s", lt_command_name_of(file), lt_file_reason(errno));
        lt_command_worsen(code, BAD_FILE);
        return NULL;
    }
    /* A program that -D or --in makes invalid is read once more without them: if it is valid then,
     * it is skipped and no failure. */
    struct lt_errors *errors = lt_errors_new(), *ignore = lt_errors_new();
    size_t n_defines;
    const struct lt_define *defines = lt_command_defines(call, &n_defines);
    struct lt_program *program = lt_read_with(call->laws, false, lt_command_name_of(file), text,
                                              length, defines, n_defines, errors);
    struct lt_program *plain = NULL;
    if (call->in && !program)
        plain = read_outside(call, file, text, length, ignore);
    else if (call->defines.count > 0)
        plain = lt_read_with(call->laws, false, lt_command_name_of(file), text, length, NULL, 0,
                             ignore);
    /* The reasons to skip; a later one replaces an earlier one. LACKS: a compiler or headers are
     * missing, which is a failure of the call. */
    const bool lacks = !program && lt_codes_lack();
    subject->skipped = lacks ? NULL : why_unsuited(call, plain, program, errors);
    if (program && !subject->skipped && program->n_expects == 0 && !program->formula_law &&
        !lt_composition_is_own(program->law) && !program->codelaw)
        subject->skipped = "nothing to check: it has no section expect";
    if (call->in && program && program->preset && strcmp(program->preset->code, call->in) != 0)
        subject->skipped =
            lt_arena_print(call->arena, "not applicable: its law is one of another code, %s",
                           lt_presets_name(program->preset, call->arena));
    if (program && program->codelaw && !program->host)
        subject->skipped = lt_arena_print(
            call->arena, "not applicable: its law is %s, see --in",
            program->codelaw->kind->own
                ? "that of your own code"
                : lt_arena_print(call->arena, "%s's own", program->codelaw->kind->title));
    /* A skipped program is closed; its subject keeps the name of the law for the report. */
    if (subject->skipped) {
        subject->law = lt_arena_print(call->arena, "%s", (plain ? plain : program)->law->name);
        lt_program_free(program);
        program = NULL;
    } else if (!program) {
        lt_command_print_errors(errors);
        lt_command_worsen(code, lacks ? BAD_FILE : BAD_INPUT);
    }
    lt_program_free(plain);
    lt_errors_free(ignore);
    lt_errors_free(errors);
    free(text);
    return program;
}

/* ---- Cases ----------------------------------------------------------------------------------- */

/* Everything to be tested: first the laws, then the programs. */
struct work {
    struct lt_program **programs; /* NULL: not applicable, as its subject says */
    struct lt_subject *subjects;
    size_t count, n_programs;
};

/* DONE, or a message and BAD_USAGE if PATH, a file to be written, is one that a program reads. */
static int spare_programs(const struct call *call, const char *path, const struct work *work) {
    int code = DONE;
    for (size_t i = 0; i < work->n_programs && code == DONE; i++)
        if (work->programs[i])
            code = lt_command_spare_program(call, path, work->programs[i]);
    return code;
}

/* Name of subject I in file names: NAME; of the second subject of that name NAME.2, so that their
 * files differ. */
static const char *own_name(const struct lt_subject *subjects, size_t i, struct lt_arena *arena) {
    size_t nth = 1;
    for (size_t k = 0; k < i; k++)
        nth += strcmp(subjects[k].name, subjects[i].name) == 0;
    return nth > 1 ? lt_arena_print(arena, "%s.%zu", subjects[i].name, nth) : subjects[i].name;
}

/* The check of case K in names of files: its first word; the second check of the same word is
 * WORD-2. */
static const char *check_word(const struct lt_subject *subject, size_t k, struct lt_arena *arena) {
    size_t length = strcspn(subject->checks[k].name, ": /"), nth = 1;
    for (size_t i = 0; i < k; i++)
        nth += subject->checks[i].program && strcspn(subject->checks[i].name, ": /") == length &&
               strncmp(subject->checks[i].name, subject->checks[k].name, length) == 0;
    const char *word = lt_arena_copy(arena, subject->checks[k].name, length);
    return nth > 1 ? lt_arena_print(arena, "%s-%zu", word, nth) : word;
}

/* Writes the worst case of each failure to the folder of -o as a stage program,
 * DIR/SUBJECT-CHECK.yaml, if -o is given; a file that one of the programs reads is not overwritten.
 * Returns the exit code. */
static int write_cases(const struct call *call, const struct work *work) {
    const struct lt_subject *subjects = work->subjects;
    int code = DONE;
    char why[512];
    if (!call->output)
        return DONE;
    if (!lt_file_make_directory(call->output, call->arena)) {
        lt_command_say("%s: %s", call->output, strerror(errno));
        return BAD_FILE;
    }
    for (size_t i = 0; i < work->count; i++)
        for (size_t k = 0; k < subjects[i].n_checks; k++) {
            const char *text = subjects[i].checks[k].program;
            if (!text)
                continue;
            const char *path = lt_arena_print(call->arena, "%s/%s-%s.yaml", call->output,
                                              own_name(subjects, i, call->arena),
                                              check_word(&subjects[i], k, call->arena));
            /* A file that cannot be written over is left out, the others are written. */
            const int spared = spare_programs(call, path, work);
            lt_command_worsen(&code, spared);
            if (spared != DONE)
                continue;
            if (!lt_record_file(path, text, strlen(text), why, sizeof why)) {
                lt_command_say("%s", why);
                return BAD_FILE;
            }
            lt_command_say("wrote %s: %s", path, subjects[i].checks[k].name);
        }
    return code;
}

/* ---- The command -------------------------------------------------------------------------------
 */

/* Reads the programs of the plan; laws that they define are tested as laws as well. Returns the
 * exit code. */
static int read_programs(const struct call *call, struct plan *plan, struct work *work) {
    int code = DONE;
    struct lt_subject *subjects = lt_arena_get(call->arena, (plan->n_files + 1) * sizeof *subjects);
    work->programs = lt_arena_get(call->arena, (plan->n_files + 1) * sizeof *work->programs);
    for (size_t i = 0; i < plan->n_files; i++) {
        char *name = lt_arena_print(call->arena, "%s",
                                    lt_file_stem(lt_command_name_of(plan->files[i]), call->arena));
        lt_glyph_clean(name, ""); /* it may have been found in a folder */
        struct lt_subject subject = {.name = name, .is_program = true, .ok = true};
        struct lt_program *program = read_program(call, plan->files[i], &subject, &code);
        if (!program && !subject.skipped)
            continue;
        if (program && (program->formula_law || lt_composition_is_own(program->law)))
            plan->laws[plan->n_laws++] = program->law;
        work->programs[work->n_programs] = program;
        subjects[work->n_programs++] = subject;
    }
    work->count = plan->n_laws + work->n_programs;
    work->subjects = lt_arena_get(call->arena, (work->count + 1) * sizeof *work->subjects);
    memcpy(work->subjects + plan->n_laws, subjects, work->n_programs * sizeof *subjects);
    return code;
}

/* True if all subjects are skipped, also if there are none. */
static bool has_no_work(const struct work *work) {
    for (size_t i = 0; i < work->count; i++)
        if (!work->subjects[i].skipped)
            return false;
    return true;
}

/* The checks that --check chooses, such as "cycle coulomb"; NULL: all. */
static const char *only_checks(const struct call *call) {
    const struct lt_words *checks = &((const struct request *)call)->checks;
    const char *only = NULL;
    for (size_t i = 0; i < checks->count; i++)
        only = lt_arena_print(call->arena, "%s%s%s", only ? only : "", only ? " " : "",
                              checks->list[i]);
    return only;
}

/* Verifies the programs, or skips them with --check, which is about laws. */
static void verify_programs(const struct work *work, const struct lt_verify_options *options,
                            struct lt_subject *subjects) {
    for (size_t i = 0; options->only && i < work->n_programs; i++)
        if (!subjects[i].skipped) {
            subjects[i].law = work->programs[i]->law->name;
            subjects[i].skipped = "not applicable: --check is about laws";
        }
    if (!options->only)
        lt_verify_programs((const struct lt_program *const *)work->programs, work->n_programs,
                           options, subjects);
}

/* Frees the programs. */
static void close_programs(const struct work *work) {
    for (size_t i = 0; i < work->n_programs; i++)
        lt_program_free(work->programs[i]);
}

/* DONE, or a message and BAD_USAGE if --precision or --at is given for a program with expectations:
 * only the audit of external codes uses them. */
static int check_precision(const struct call *call, const struct plan *plan,
                           const struct work *work) {
    for (size_t i = 0; i < work->n_programs; i++)
        if ((plan->single || plan->at != 0) && work->programs[i] &&
            work->programs[i]->n_expects > 0)
            return lt_command_misused(
                call,
                "--precision and --at apply to the audit of a code's law: '%s' "
                "is tested by what it expects; leave out its section expect",
                work->programs[i]->source->name);
    return DONE;
}

/* Verifies the laws and programs of the plan and prints the results; returns the exit code. */
static int verify_plan(const struct call *call, struct plan *plan) {
    struct work work = {.count = 0};
    unsigned long seed = ((const struct request *)call)->seed;
    /* Code of the user's own may crash: the phase is announced first, so that the message names it.
     */
    lt_plugins_begins("the reading of programs");
    int code = read_programs(call, plan, &work);
    lt_plugins_begins(NULL);
    const int misused = check_precision(call, plan, &work);
    if (misused != DONE) {
        close_programs(&work);
        return misused;
    }
    /* Laws come first among the subjects, then the programs. */
    struct lt_verify_options options = {.laws = call->laws,
                                        .threads = (int)((const struct request *)call)->jobs,
                                        .seed = seed > 0 ? seed : 1,
                                        .audit = true,
                                        .only = only_checks(call),
                                        .single = plan->single,
                                        .at = plan->at,
                                        .interrupted = &interrupted,
                                        .begins = lt_plugins_begins,
                                        .arena = call->arena};
    lt_progress_begin(call, "verify", "", 0);
    lt_verify_laws(plan->laws, plan->n_laws, &options, work.subjects);
    verify_programs(&work, &options, work.subjects + plan->n_laws);
    lt_progress_end();
    /* A subject that is not ok makes the exit code FELL_SHORT. */
    for (size_t i = 0; i < work.count && !interrupted; i++)
        lt_command_worsen(&code, work.subjects[i].ok ? DONE : FELL_SHORT);
    if (work.count == 0)
        return code;
    /* Each program has a block of its own only if a single one was named; those of a folder share a
     * table. */
    if (!interrupted && call->json) {
        lt_command_print_json(lt_verify_json(work.subjects, work.count));
    } else if (!interrupted) {
        const bool each = !plan->folder && plan->n_files <= 1;
        lt_command_print(lt_verify_text(work.subjects, work.count, each ? work.count : plan->n_laws,
                                        call->arena));
        if (code == FELL_SHORT && !call->output)
            lt_command_say("note: -o DIR writes the worst case of each failure as a stage program");
    }
    /* The worst cases of failures go to the folder of -o. A call that tested nothing is an error,
     * as its exit code 0 would be taken for success. */
    if (!interrupted)
        lt_command_worsen(&code, write_cases(call, &work));
    if (!interrupted && code == DONE && has_no_work(&work))
        code = lt_command_misused(call, "nothing to verify: %s%s",
                                  options.only ? "--check is about laws, and this names none"
                                               : "no program that expects something",
                                  call->defines.count > 0 ? " that -D applies to" : "");
    close_programs(&work);
    return code;
}

/* Audits the laws of an external code and prints the results; returns the exit code, FELL_SHORT if
 * a law is not ok. */
static int verify_styles(const struct call *call, const struct plan *plan) {
    struct lt_verify_options options = {.laws = call->laws,
                                        .threads = (int)((const struct request *)call)->jobs,
                                        .single = plan->single,
                                        .at = plan->at,
                                        .interrupted = &interrupted,
                                        .arena = call->arena};
    struct lt_subject *subjects = lt_arena_get(call->arena, plan->n_styles * sizeof *subjects);
    int code = DONE;
    lt_progress_begin(call, "verify", "", 0);
    lt_verify_styles(plan->styles, plan->n_styles, &options, subjects);
    lt_progress_end();
    for (size_t i = 0; i < plan->n_styles && !interrupted; i++)
        lt_command_worsen(&code, subjects[i].ok ? DONE : FELL_SHORT);
    if (!interrupted && call->json) {
        lt_command_print_json(lt_verify_json(subjects, plan->n_styles));
    } else if (!interrupted) {
        lt_command_print(lt_verify_styles_text(subjects, plan->n_styles));
    }
    return code;
}

/* Performs 'lawtester verify'; returns the exit code. */
static int perform(const struct call *call) {
    struct plan plan = {.n_files = 0};
    int code = read_precision(call, &plan);
    if (code == DONE)
        code = make_plan(call, &plan);
    if (code != DONE)
        return code;
    const double begun = lt_timing_now();
    code = plan.n_styles > 0 ? verify_styles(call, &plan) : verify_plan(call, &plan);
    if (!interrupted && code != BAD_USAGE)
        lt_command_say("took %.2f s", lt_timing_now() - begun);
    return code;
}

static const struct lt_option options[] = {
    FOLDER_OPTION("write the worst case of each failure as a stage program"),
    LT_OPTION(0, struct request, checks, "check", "NAME", "of laws this check alone; repeatable",
              .words = lt_check_words),
    LT_OPTION(0, struct request, seed, "seed", "N", "seed of the sampled numbers (default: 1)",
              .number = UINT32_MAX),
    LT_OPTION('j', struct request, jobs, "jobs", "N",
              "threads (default: as many as there are processors)", .number = MOST_JOBS),
    LT_OPTION(0, struct request, precision, "precision", "WORDS",
              "of the numbers of the code that --in names: single has wider bounds",
              .words = lt_words_precision),
    LT_OPTION(0, struct request, at, "at", "X",
              "with --in: x, y and z of the pair, a length (default: 0)"),
    DEFINE_OPTION,
    JSON_OPTION,
    CODE_OPTIONS,
    SILENT_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_verify = {
    .name = "verify",
    .arguments = "[LAW|FILE|FOLDER]...",
    .summary = "Test laws and stage programs; exit 1 if any fails.",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .propose = lt_propose_subjects,
};
