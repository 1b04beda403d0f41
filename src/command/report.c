/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "record.h"
#include "report.h"

struct page {
    const struct lt_report *report;
    struct lt_arena *arena;
};

static bool put_page(FILE *file, void *data) {
    const struct page *page = data;
    lt_report_write(page->report, file, page->arena);
    return true;
}

static int write_page(const struct call *call, const struct lt_report *report) {
    char why[512];
    struct page page = {report, call->arena};
    if (!lt_record_stream(call->output, put_page, &page, why, sizeof why)) {
        say("%s", why);
        return BAD_FILE;
    }
    puts(call->output);
    return DONE;
}

static int perform(const struct call *call) {
    if (call->n_files != 1)
        return misused(call, "report needs one DIR");
    struct lt_report report;
    const char *why;
    int code;
    enum lt_report_status status = lt_report_read(&report, call->files[0], call->arena, &why);
    if (status == LT_REPORT_READ) {
        code = write_page(call, &report);
    } else {
        say("%s", why);
        code = status == LT_REPORT_NO_FILE ? BAD_FILE : BAD_INPUT;
    }
    lt_report_close(&report);
    return code;
}

static const struct lt_option options[] = {
    {'o', "output", "FILE", "the page (default: report.html)"},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};

const struct command command_report = {
    .name = "report",
    .arguments = "DIR",
    .summary = "Make one page of what 'run' and 'verify' left in a directory.",
    .options = options,
    .perform = perform,
    .output = "report.html",
};
