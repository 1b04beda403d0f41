/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stage programs, tables, JSON documents, formulas: all are words, numbers and marks in lines. A
 * change of one of these is far more often read to its end than a change of a byte is. */
#include "fuzz/mutate.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_PIECE = 512 };

uint64_t fuzz_draw(uint64_t *state, uint64_t below) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return below ? (z ^ (z >> 31)) % below : 0;
}

void fuzz_replace(struct fuzz_input *input, struct fuzz_piece piece, const void *data,
                  size_t size) {
    const size_t behind = piece.at + piece.size;
    if (input->size - piece.size + size > input->room)
        return;
    memmove(input->data + piece.at + size, input->data + behind, input->size - behind);
    if (size > 0)
        memcpy(input->data + piece.at, data, size);
    input->size += size - piece.size;
}

static bool in_word(uint8_t byte) {
    return isalnum(byte) || byte == '_';
}

static bool in_number(uint8_t byte) {
    return isalnum(byte) || byte == '.';
}

/* The piece of such bytes nearest behind a place drawn, else from the beginning on; empty: none. */
static struct fuzz_piece find_piece(const uint8_t *data, size_t size, bool (*in)(uint8_t),
                                    bool (*begins)(uint8_t), uint64_t *state) {
    struct fuzz_piece piece = {fuzz_draw(state, size), 0};
    for (int round = 0; round < 2 && piece.size == 0; round++) {
        while (piece.at < size &&
               !(begins(data[piece.at]) && (piece.at == 0 || !in(data[piece.at - 1]))))
            piece.at++;
        while (piece.at + piece.size < size && in(data[piece.at + piece.size]) &&
               piece.size < LARGEST_PIECE)
            piece.size++;
        piece.at = piece.size > 0 ? piece.at : 0;
    }
    return piece;
}

static bool is_digit(uint8_t byte) {
    return isdigit(byte);
}

static bool is_letter(uint8_t byte) {
    return isalpha(byte) || byte == '_';
}

static struct fuzz_piece find_number(const uint8_t *data, size_t size, uint64_t *state) {
    return find_piece(data, size, in_number, is_digit, state);
}

static struct fuzz_piece find_word(const uint8_t *data, size_t size, uint64_t *state) {
    return find_piece(data, size, in_word, is_letter, state);
}

/* A line with its end. */
static struct fuzz_piece find_line(const uint8_t *data, size_t size, uint64_t *state) {
    struct fuzz_piece line = {fuzz_draw(state, size), 0};
    while (line.at > 0 && data[line.at - 1] != '\n')
        line.at--;
    while (line.at + line.size < size && data[line.at + line.size] != '\n')
        line.size++;
    line.size += line.at + line.size < size;
    line.size = line.size < LARGEST_PIECE ? line.size : LARGEST_PIECE;
    return line;
}

/* A copy of a piece of one input in the place of a piece of another. */
static void take_over(struct fuzz_input *input, struct fuzz_piece to, const uint8_t *other,
                      struct fuzz_piece from) {
    uint8_t copy[LARGEST_PIECE];
    memcpy(copy, other + from.at, from.size);
    fuzz_replace(input, to, copy, from.size);
}

static void change_byte(struct fuzz_input *input, uint64_t *state) {
    const size_t at = fuzz_draw(state, input->size + 1), size = fuzz_draw(state, 24);
    if (fuzz_draw(state, 2) == 0 && at < input->size)
        input->data[at] = (uint8_t)fuzz_draw(state, 256);
    else if (at + size <= input->size)
        fuzz_replace(input, (struct fuzz_piece){at, size}, NULL, 0);
}

/* A number that is odd, near, or of another size. */
static void change_number(struct fuzz_input *input, uint64_t *state) {
    static const char *const odd[] = {"0",      "1",     "2",   "3",    "-1",   "0.5",    "1e-9",
                                      "1e9",    "1e308", "nan", "inf",  "5e-1", "1e-320", "1e999",
                                      "100000", "-0",    "1.5", "0x10", "1e",   "1.",     ".5"};
    const char *number = odd[fuzz_draw(state, sizeof odd / sizeof *odd)];
    struct fuzz_piece piece = find_number(input->data, input->size, state);
    if (fuzz_draw(state, 2) == 0 && piece.size > 0)
        input->data[piece.at + fuzz_draw(state, piece.size)] =
            (uint8_t) "0123456789.e"[fuzz_draw(state, 12)];
    else
        fuzz_replace(input, piece, number, strlen(number));
}

/* A number times one between a thousandth and a thousand, more often near 1; its unit stays. */
static void scale_number(struct fuzz_input *input, uint64_t *state) {
    char copy[64], scaled[64];
    struct fuzz_piece piece = find_number(input->data, input->size, state);
    const size_t size = piece.size < sizeof copy ? piece.size : sizeof copy - 1;
    memcpy(copy, input->data + piece.at, size);
    copy[size] = '\0';
    char *end;
    const double number = strtod(copy, &end);
    const double power = ((double)fuzz_draw(state, 2001) - 1000) / 1000;
    piece.size = (size_t)(end - copy);
    const int length =
        snprintf(scaled, sizeof scaled, "%.6g", number * pow(1000, power * power * power));
    if (piece.size > 0)
        fuzz_replace(input, piece, scaled, (size_t)length);
}

struct fuzz_piece fuzz_find_value(const uint8_t *data, size_t size, struct fuzz_piece word) {
    struct fuzz_piece value = {word.at + word.size, 0};
    int depth = 0;
    if (value.at >= size || data[value.at] != ':')
        return (struct fuzz_piece){0, 0};
    for (value.at++; value.at < size && data[value.at] == ' '; value.at++)
        ;
    for (size_t i = value.at; i < size && data[i] != '\n' && value.size < LARGEST_PIECE; i++) {
        depth += (data[i] == '{' || data[i] == '[') - (data[i] == '}' || data[i] == ']');
        if (depth < 0 || (depth == 0 && data[i] == ','))
            break;
        value.size++;
    }
    return value;
}

/* A value by one that the same key has in the other input, or in its own. */
static void exchange_value(struct fuzz_input *input, const uint8_t *other, size_t other_size,
                           uint64_t *state) {
    enum { TRIES = 8, PLACES = 64 };
    for (int i = 0; i < TRIES; i++) {
        const struct fuzz_piece word = find_word(input->data, input->size, state),
                                to = fuzz_find_value(input->data, input->size, word);
        struct fuzz_piece from[PLACES];
        size_t count = 0;
        for (size_t at = 0; to.size > 0 && at + word.size < other_size && count < PLACES; at++)
            if (memcmp(other + at, input->data + word.at, word.size) == 0 &&
                (at == 0 || !in_word(other[at - 1]))) {
                from[count] =
                    fuzz_find_value(other, other_size, (struct fuzz_piece){at, word.size});
                count += from[count].size > 0;
            }
        if (count == 0)
            continue;
        take_over(input, to, other, from[fuzz_draw(state, count)]);
        return;
    }
}

static void insert_mark(struct fuzz_input *input, uint64_t *state) {
    static const char *const marks[] = {"-",   "{",    "}",     "[",    "]",    ": ",      ", ",
                                        "\n",  "  ",   "#",     "\"",   "'",    "(",       ")",
                                        "*",   "/",    "^",     "%",    "..",   "and ",    " or ",
                                        "~=",  "<",    ">=",    "; ",   "\t",   "mm ",     " GPa",
                                        "nil", "true", "1/s",   "\r\n", "not ", "==",      "//",
                                        "e",   "E_",   "\\",    "- ",   "{}",   "[0, ]",   "null",
                                        "?",   "t_c",  "math.", "&",    "|",    "\xc3\xa9"};
    const char *mark = marks[fuzz_draw(state, sizeof marks / sizeof *marks)];
    fuzz_replace(input, (struct fuzz_piece){fuzz_draw(state, input->size + 1), 0}, mark,
                 strlen(mark));
}

void fuzz_mutate(struct fuzz_input *input, const uint8_t *other, size_t other_size,
                 uint64_t *state) {
    uint8_t own[LARGEST_PIECE];
    struct fuzz_piece to, from;
    if (fuzz_draw(state, 3) == 0 && fuzz_mutate_program(input, state))
        return;
    switch (fuzz_draw(state, 13)) {
    case 0:
        change_byte(input, state);
        break;
    case 1:
    case 2:
        change_number(input, state);
        break;
    case 3: /* a word by one of the other's */
        to = find_word(input->data, input->size, state);
        take_over(input, to, other, find_word(other, other_size, state));
        break;
    case 4: /* a word by one of its own */
        to = find_word(input->data, input->size, state);
        from = find_word(input->data, input->size, state);
        memcpy(own, input->data + from.at, from.size);
        fuzz_replace(input, to, own, from.size);
        break;
    case 5: /* a line gone, or one of the other's in its place */
        to = find_line(input->data, input->size, state);
        from =
            fuzz_draw(state, 2) ? find_line(other, other_size, state) : (struct fuzz_piece){0, 0};
        take_over(input, to, other, from);
        break;
    case 6: /* a line of the other's before one of its own */
        to = find_line(input->data, input->size, state);
        take_over(input, (struct fuzz_piece){to.at, 0}, other, find_line(other, other_size, state));
        break;
    case 8:
    case 9:
        scale_number(input, state);
        break;
    case 10:
    case 11:
    case 12:
        exchange_value(input, other, other_size, state);
        break;
    default:
        insert_mark(input, state);
    }
}
