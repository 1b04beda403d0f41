/* SPDX-License-Identifier: GPL-2.0-or-later */
/* protocol.h: messages between lawtester and a program that serves a code, over descriptor
 * LT_SERVE_FD of the child, as records of the machine's doubles. The child sends first: an answer
 * whose text is the file of the library that it has loaded, or why there is none. Then it sends one
 * answer for each query. A text follows the record with its length in bytes. */
#ifndef LT_PROTOCOL_H
#define LT_PROTOCOL_H

enum { LT_SERVE_FD = 3 };

/* BEGIN: forget everything; the text is the code's own lines, and both bodies are at rest where the
 * lines have put them. STEP: what the forces are at these places, dt after the last ones, with
 * these velocities in between. LOOK: the same, without a step: what the code remembers stays. */
enum lt_serve_what { LT_SERVE_BEGIN, LT_SERVE_STEP, LT_SERVE_LOOK };

/* Place of a body's centre (m), its velocity (m/s) and spin (rad/s) along the code's axes. */
struct lt_serve_body {
    double place[3], velocity[3], spin[3];
};

/* A question. All its numbers are doubles, also those that are whole numbers. */
struct lt_serve_question {
    /* enum lt_serve_what; length of the step, s; 2, or 1: there is but body 1, at a wall. */
    double what, dt, bodies;
    double length; /* of the text that follows: BEGIN */
    struct lt_serve_body body[2];
};

/* Force (N) and torque (N m) on each body. STATE is 0; else the code failed, and the text that
 * follows, of LENGTH bytes, says why. The text of a user's own code after BEGIN is LT_SERVE_LOOKS
 * if it can LOOK. */
struct lt_serve_answer {
    double state, length;
    double force[2][3], torque[2][3];
};

#define LT_SERVE_LOOKS "look"

/* A line of BEGIN that is for the child: it loads a shared object and calls its function, which
 * adds a law to the code: "law_load FUNCTION PATH". */
#define LT_SERVE_LOAD "law_load "

/* File in the child's folder with the number of the line in progress, from 1; 0 when all lines are
 * done. */
#define LT_SERVE_LINE "line"
/* Its standard input, which is empty; what it writes of itself: to a file, and to standard output
 * and error. */
#define LT_SERVE_INPUT "input"
#define LT_SERVE_HEAD  "head"
#define LT_SERVE_LOG   "log"
#define LT_SERVE_PRINT "print"

#endif
