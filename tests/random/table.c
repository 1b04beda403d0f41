/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    if (!file)
        return NULL;
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static double cell_value(const char *text) {
    char *end;
    double value = strtod(text, &end);
    return end == text || *end ? (double)NAN : value;
}

bool table_read(struct table *table, const char *path) {
    *table = (struct table){.text = read_text(path)};
    if (!table->text)
        return false;
    char *save = NULL, *line = strtok_r(table->text, "\n", &save);
    for (char *name = line; name && table->columns < COLUMNS;
         name = strchr(name, ',') ? strchr(name, ',') + 1 : NULL)
        table->names[table->columns++] = name;
    size_t room = 0;
    while ((line = strtok_r(NULL, "\n", &save))) {
        size_t first = (size_t)table->rows * (size_t)table->columns;
        if (first + (size_t)table->columns > room) {
            room = 2 * first + 4096;
            table->values = realloc(table->values, room * sizeof *table->values);
            if (!table->values)
                abort();
        }
        for (int i = 0; i < table->columns; i++) {
            char *comma = line ? strchr(line, ',') : NULL;
            if (comma)
                *comma = '\0';
            table->values[first + (size_t)i] = line ? cell_value(line) : (double)NAN;
            line = comma ? comma + 1 : NULL;
        }
        table->rows++;
    }
    for (int i = 1; i < table->columns; i++)
        ((char *)(uintptr_t)table->names[i])[-1] = '\0';
    return table->columns > 0;
}

void table_free(struct table *table) {
    free(table->text);
    free(table->values);
    *table = (struct table){.text = NULL};
}

double table_at(const struct table *table, int row, int column) {
    return table->values[(size_t)row * (size_t)table->columns + (size_t)column];
}

int table_column(const struct table *table, const char *name) {
    for (int i = 0; i < table->columns; i++)
        if (strcmp(table->names[i], name) == 0)
            return i;
    return -1;
}

struct component component_of(const char *name) {
    static const char axes[] = "nst";
    struct component c = {.kind = SCALAR, .length = (int)strlen(name)};
    size_t length = strlen(name);
    const char *axis = length >= 2 ? strchr(axes, name[length - 1]) : NULL;
    if (strncmp(name, "E_", 2) == 0 || strncmp(name, "slip_", 5) == 0) {
        c.kind = ENERGY;
        c.length = 0;
    } else if ((length == 2 && strchr("uvfawm", name[0]) && axis) ||
               (length == 3 && name[0] == 'v' && strchr("fm", name[1]) && axis)) {
        c.kind = strchr("awm", name[length - 2]) ? AXIAL : POLAR;
    } else if (length == 3 && (strcmp(name, "fs0") == 0 || strcmp(name, "ft0") == 0)) {
        c.kind = POLAR;
        axis = strchr(axes, name[1]);
        c.length = 1;
    } else if (length > 2 && name[length - 2] == '_' && axis) {
        const bool turns = strstr(name, "torque") || strstr(name, "moment") || strstr(name, "bend");
        c.kind = turns ? AXIAL : POLAR;
    } else if (length > 3 && name[length - 3] == '_' && strchr("fm", name[length - 2]) && axis) {
        c.kind = name[length - 2] == 'm' ? AXIAL : POLAR; /* bond_fs, bond_ms */
    }
    if (c.kind == POLAR || c.kind == AXIAL) {
        c.axis = (int)(axis - axes);
        if (strchr(axes, name[length - 1]))
            c.length = (int)length - 1;
    }
    return c;
}

static bool same_family(const char *a, const char *b) {
    struct component x = component_of(a), y = component_of(b);
    if (x.kind == SCALAR)
        return strcmp(a, b) == 0;
    return x.kind == y.kind && x.length == y.length && strncmp(a, b, (size_t)x.length) == 0;
}

double table_peak(const struct table *table, const char *name) {
    double peak = 0;
    for (int i = 0; i < table->columns; i++)
        if (same_family(name, table->names[i]))
            for (int row = 0; row < table->rows; row++)
                peak = fmax(peak, fabs(table_at(table, row, i)));
    return peak;
}

const struct turn no_turn = {{0, 1, 2}, {1, 1, 1, 1, 1, 1}};

/* The column of B that NAME becomes, and its sign. */
static int turned(const struct table *b, const char *name, const struct turn *turn, double *sign) {
    static const char axes[] = "nst";
    char other[64];
    struct component c = component_of(name);
    *sign = 1;
    if (c.kind != POLAR && c.kind != AXIAL)
        return table_column(b, name);
    snprintf(other, sizeof other, "%s", name);
    size_t at = strlen(name) - 1;
    if (!strchr(axes, other[at]))
        at--;
    other[at] = axes[turn->to[c.axis]];
    *sign = turn->sign[c.axis + (c.kind == AXIAL ? 3 : 0)];
    return table_column(b, other);
}

static bool is_flag(double x) {
    return x == 0 || x == 1;
}

double table_difference(const struct table *a, const struct table *b, const struct turn *turn,
                        int row_a, int row_b, bool (*counts)(const char *name), char *where,
                        size_t size) {
    double worst = 0;
    for (int i = 0; i < a->columns; i++) {
        double sign;
        int j = turned(b, a->names[i], turn, &sign);
        if (!counts(a->names[i]))
            continue;
        double x = table_at(a, row_a, i), y = j < 0 ? (double)NAN : sign * table_at(b, row_b, j);
        /* In an image rounding decides at a threshold when a flag is set; what it does shows. */
        if (x == y || (turn != &no_turn && is_flag(x) && is_flag(y)))
            continue;
        double off = fabs(x - y) / a->peaks[i];
        if (!(off <= worst)) {
            worst = isfinite(off) ? off : INFINITY;
            snprintf(where, size, "%s in row %d: %.17g, %.17g", a->names[i], row_a, x, y);
        }
    }
    return worst;
}

void table_find_peaks(struct table *table) {
    for (int i = 0; i < table->columns; i++)
        table->peaks[i] = table_peak(table, table->names[i]);
}
