/* SPDX-License-Identifier: GPL-3.0-or-later */
/* talks.c: a program that speaks the text of doc/own-code.md: a spring for 20 steps, then what its
 * name says. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 4000, BODIES = 24, FAR_MORE = 9000 };

static void skip_lines(int count) {
    char line[LINE];
    while (count-- > 0 && fgets(line, sizeof line, stdin))
        ;
}

static double overlap_of(const char *text) {
    double all[1 + BODIES];
    char *end = strchr((char *)(size_t)text, ' ');
    for (int i = 0; i < 1 + BODIES; i++)
        all[i] = strtod(end, &end);
    double apart = hypot(hypot(all[16] - all[4], all[17] - all[5]), all[18] - all[6]);
    return all[1] + all[13] - apart;
}

/* False: the usual answer follows. */
static int misbehave(const char *how) {
    if (strcmp(how, "ends") == 0)
        exit(3);
    if (strcmp(how, "crashes") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "sleeps") == 0)
        execlp("sleep", "sleep", "1000", (char *)NULL);
    if (strcmp(how, "starts") == 0 && system("sleep 1001 & sleep 1002") == 0)
        return 1;
    if (strcmp(how, "complains") == 0) {
        fputs("Traceback\n  ValueError: no such contact\n", stderr);
        exit(1);
    }
    if (strcmp(how, "long") == 0)
        for (int i = 0; i < FAR_MORE; i++)
            putchar('1');
    static const struct {
        const char *how, *says;
    } lines[] = {{"errs", "error the bond is lost"},
                 {"short", "1 2 3"},
                 {"more", "1 2 3 4 5 6 7 8 9 10 11 12 13"},
                 {"prints", "overlap is 1e-6"},
                 {"empty", ""},
                 {"notanumber", "0 0 0 0 0 0 nan 0 0 0 0 0"},
                 {"pulls", "1 0 0 0 0 0 1 0 0 0 0 0"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strcmp(how, lines[i].how) == 0)
            return puts(lines[i].says) >= 0;
    if (strcmp(how, "chats") == 0) {
        puts("0 0 0 0 0 0 0 0 0 0 0 0\nand more");
        fflush(stdout);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    const char *slash = strrchr(argv[0], '/'), *how = slash ? slash + 1 : argv[0];
    char line[LINE];
    int steps = 0;
    (void)argc;
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "open ", 5) == 0) {
            skip_lines(atoi(line + 5));
            steps = 0;
            puts(strcmp(how, "greets") == 0  ? "hello"
                 : strcmp(how, "needs") == 0 ? "error I need kn and cn"
                 : strcmp(how, "looks") == 0 ? "ok look"
                                             : "ok");
        } else if (strncmp(line, "look ", 5) == 0 && strcmp(how, "looks") != 0) {
            puts("error nobody may look");
        } else if (++steps <= 20 || !misbehave(how)) {
            double d = overlap_of(line), f = d > 0 ? 1e5 * d : 0;
            printf("%.17g 0 0 0 0 0 %.17g 0 0 0 0 0\n", -f, f);
        }
        fflush(stdout);
    }
    return 0;
}
