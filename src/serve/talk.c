/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "talk.h"

#include "protocol.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MOST = 1 << 20 }; /* bytes of a text are fewer */

/* Reads SIZE bytes from the parent. False: the connection is closed. */
bool talk_get(void *to, size_t size) {
    char *at = to;
    while (size > 0) {
        ssize_t n = read(LT_SERVE_FD, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Writes SIZE bytes to the parent. False: the connection is closed. */
bool talk_put(const void *from, size_t size) {
    const char *at = from;
    while (size > 0) {
        ssize_t n = write(LT_SERVE_FD, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Sends an answer without forces: its STATE, 0 or 1 for a failure, and a text. False: the
 * connection is closed. */
bool talk_say(double state, const char *text) {
    struct lt_serve_answer answer = {.state = state, .length = (double)strlen(text)};
    return talk_put(&answer, sizeof answer) && talk_put(text, strlen(text));
}

/* Sends why WHAT cannot be served; returns 1, the exit status. */
int talk_refuse(const char *what, const char *why) {
    char text[1024];
    snprintf(text, sizeof text, "%s: %s", what, why);
    talk_say(1, text);
    return 1;
}

/* The text of a question, LENGTH bytes, to be freed; NULL: it is too long or the connection is
 * closed. */
char *talk_text(double length) {
    size_t size = length < TEXT_MOST ? (size_t)length : 0;
    char *text = length < TEXT_MOST ? malloc(size + 1) : NULL;
    if (text && talk_get(text, size)) {
        text[size] = '\0';
        return text;
    }
    free(text);
    return NULL;
}
