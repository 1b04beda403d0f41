/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/map.h"

#include "base/arena.h"
#include "figure/path.h"

#include <math.h>

enum {
    MOST_CELLS = 200, /* along an axis: more would be smaller than a pixel */
    MOST_POINTS = 10000
};

/* Returns the edge of the cell around at[I], lower (side 0) or upper (side 1): half way to the
 * neighbour, STEP values away, on the axis' scale; at the rim symmetric about the value. */
static double cell_edge(const double *at, size_t count, size_t step, size_t i, int side,
                        bool log_scale) {
    bool outer = side == 0 ? i < step : i + step >= count;
    bool low = (side == 0) != outer;
    if (count <= step)
        return at[i] + (side == 0 ? -0.5 : 0.5) * (at[i] != 0 ? fabs(at[i]) : 1);
    double other = at[low ? i - step : i + step], share = outer ? -0.5 : 0.5;
    return log_scale ? at[i] * pow(other / at[i], share) : at[i] + share * (other - at[i]);
}

/* Returns the stride at which COUNT values along an axis are drawn, so that there are at most
 * MOST_CELLS cells. */
static size_t step_of(size_t count) {
    return (count + MOST_CELLS - 1) / MOST_CELLS;
}

/* Widens RANGE to the outer edges of the first and last cell drawn along an axis. */
static void find_edges(const double *at, size_t count, bool log_scale, double range[2]) {
    size_t step = step_of(count), last = (count - 1) / step * step;
    lt_axis_widen(range, cell_edge(at, count, step, 0, 0, log_scale));
    lt_axis_widen(range, cell_edge(at, count, step, last, 1, log_scale));
}

/* Makes one axis of a map. FIT: the axis ends exactly at RANGE (SI); a range of a single value is
 * drawn on a linear axis. */
static void make_axis(struct lt_axis *axis, const char *text, const char *unit,
                      const double range[2], bool plain, bool fit, bool log_scale,
                      struct lt_arena *arena) {
    bool wide = range[0] < range[1];
    *axis = lt_axis_new(text, unit, range[0], range[1], plain, log_scale && wide, arena);
    if (fit && wide)
        lt_axis_fit(axis, range[0], range[1]);
}

/* Makes the axes x and y, and the colour axis z, of a map given as a grid or as points. PLAIN: in
 * ASCII, for a terminal. Returns true; false if no value is finite. */
bool lt_map_axes(const struct lt_figure *figure, bool plain, struct lt_axis *x, struct lt_axis *y,
                 struct lt_axis *z, struct lt_arena *arena) {
    const struct lt_map *map = figure->map;
    bool grid = map->ny > 0;
    double xs[2] = {INFINITY, -INFINITY}, ys[2] = {INFINITY, -INFINITY},
           zs[2] = {INFINITY, -INFINITY};
    for (size_t i = 0; i < map->nx * (grid ? map->ny : 1); i++)
        lt_axis_widen(zs, map->z[i]);
    for (size_t i = 0; !grid && i < map->nx; i++) {
        lt_axis_widen(xs, map->x[i]);
        lt_axis_widen(ys, map->y[i]);
    }
    if (!(zs[0] <= zs[1]))
        return false;
    /* A grid's axes end at the edges of its outer cells. */
    if (grid) {
        find_edges(map->x, map->nx, figure->x_log, xs);
        find_edges(map->y, map->ny, figure->y_log, ys);
    }
    make_axis(x, figure->x_text, figure->x_unit, xs, plain, grid || figure->x_log, figure->x_log,
              arena);
    make_axis(y, figure->y_text, figure->y_unit, ys, plain, grid || figure->y_log, figure->y_log,
              arena);
    make_axis(z, map->text, map->unit, zs, plain, true, false, arena);
    return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Factors from SI values to the numbers drawn along each axis. */
struct scales {
    double x, y, z;
};

/* Writes the last column of a data line, the value of a cell or point; one that is not finite
 * becomes NaN, which gnuplot leaves blank. */
static void put_z(FILE *file, double z) {
    if (isfinite(z))
        fprintf(file, " %.9g\n", z);
    else
        fputs(" NaN\n", file);
}

/* Writes position, edges and value of each cell, with a blank line after each column of cells for
 * the contour. Cells overlap by a tenth, or the background would show between them. */
static void put_cells(FILE *file, const struct lt_figure *figure, struct scales scales) {
    const struct lt_map *map = figure->map;
    size_t x_step = step_of(map->nx), y_step = step_of(map->ny);
    for (size_t i = 0; i < map->nx; i += x_step) {
        double left = cell_edge(map->x, map->nx, x_step, i, 0, figure->x_log);
        double right = cell_edge(map->x, map->nx, x_step, i, 1, figure->x_log);
        right += i + x_step < map->nx ? 0.1 * (right - left) : 0;
        for (size_t j = 0; j < map->ny; j += y_step) {
            double low = cell_edge(map->y, map->ny, y_step, j, 0, figure->y_log);
            double high = cell_edge(map->y, map->ny, y_step, j, 1, figure->y_log);
            high += j + y_step < map->ny ? 0.1 * (high - low) : 0;
            fprintf(file, "%.9g %.9g %.9g %.9g %.9g %.9g", map->x[i] * scales.x,
                    map->y[j] * scales.y, left * scales.x, right * scales.x, low * scales.y,
                    high * scales.y);
            put_z(file, map->z[i * map->ny + j] * scales.z);
        }
        putc('\n', file);
    }
}

/* Writes the points of a map without a grid that are not hidden by earlier ones; returns their
 * number. */
static size_t put_points(FILE *file, const struct lt_map *map, const struct lt_axis *x,
                         const struct lt_axis *y, struct scales scales) {
    struct lt_arena *arena = lt_arena_new();
    double *across = lt_arena_get(arena, map->nx * sizeof *across);
    double *up = lt_arena_get(arena, map->nx * sizeof *up);
    size_t *kept = lt_arena_get(arena, map->nx * sizeof *kept);
    for (size_t i = 0; i < map->nx; i++) {
        across[i] = lt_axis_place(x, map->x[i]);
        up[i] = lt_axis_place(y, map->y[i]);
    }
    size_t n = lt_path_scatter((struct lt_path){across, up, map->nx}, MOST_POINTS, kept);
    for (size_t i = 0; i < n; i++) {
        fprintf(file, "%.9g %.9g", map->x[kept[i]] * scales.x, map->y[kept[i]] * scales.y);
        put_z(file, map->z[kept[i]] * scales.z);
    }
    lt_arena_free(arena);
    return n;
}

/* Writes a note in the corner of the figure if only SHOWN of COUNT points are drawn. */
static void report_left_out(FILE *file, size_t shown, size_t count) {
    if (shown < count)
        fprintf(file,
                "set label 1 '%zu of %zu points' at screen 0.985,character 1.3 right textcolor "
                "rgb ink\n",
                shown, count);
}

/* ---- Contours -------------------------------------------------------------------------------- */

/* The place of a contour's label. */
struct place {
    double x, y; /* in the frame */
};

/* Finds where the contour LEVEL (SI) crosses the edge between two neighbouring grid points, given
 * by their indices in x and y, in coordinates of the frame. Returns true with *place set; false if
 * it does not cross, or a value is unknown. */
static bool find_between(const struct lt_map *map, const struct lt_axis *x, const struct lt_axis *y,
                         size_t from[2], size_t to[2], double level, struct place *place) {
    double a = map->z[from[0] * map->ny + from[1]], b = map->z[to[0] * map->ny + to[1]];
    if (!isfinite(a) || !isfinite(b) || (a < level) == (b < level))
        return false;
    double share = (level - a) / (b - a);
    double x0 = lt_axis_place(x, map->x[from[0]]), x1 = lt_axis_place(x, map->x[to[0]]);
    double y0 = lt_axis_place(y, map->y[from[1]]), y1 = lt_axis_place(y, map->y[to[1]]);
    *place = (struct place){x0 + share * (x1 - x0), y0 + share * (y1 - y0)};
    return true;
}

/* Returns the distance of a place from the rim and from N other labels, in heights of the frame;
 * distances in x count twice since labels are wide. */
static double room_at(struct place place, const struct place *others, size_t n) {
    double room = fmin(fmin(place.y, 1 - place.y), 2 * fmin(place.x, 1 - place.x));
    for (size_t i = 0; i < n; i++)
        room = fmin(room, hypot(2 * (place.x - others[i].x), place.y - others[i].y));
    return room;
}

/* Stores in places[N] the point of the contour LEVEL (SI) farthest from the rim and from the N
 * labels already placed. Returns true; false if the contour does not exist. */
static bool find_label(const struct lt_map *map, const struct lt_axis *x, const struct lt_axis *y,
                       double level, struct place *places, size_t n) {
    double best = -INFINITY;
    for (size_t i = 0; i < map->nx; i++)
        for (size_t j = 0; j < map->ny; j++)
            for (size_t side = 0; side < 2; side++) {
                size_t from[] = {i, j}, to[] = {i + (side == 0), j + (side == 1)};
                struct place place;
                if (to[0] == map->nx || to[1] == map->ny ||
                    !find_between(map, x, y, from, to, level, &place))
                    continue;
                double room = room_at(place, places, n);
                if (room > best)
                    places[n] = place;
                best = fmax(best, room);
            }
    return best > -INFINITY;
}

/* Returns gnuplot's expression for a coordinate of the contour table: LOG on a logarithmic axis,
 * else LINEAR. */
static const char *drawn_column(const struct lt_axis *axis, const char *linear, const char *log) {
    return axis->logarithmic ? log : linear;
}

/* Writes the commands that make gnuplot compute the contours into a table of their own. They are
 * straight between grid points as drawn: on a logarithmic axis, in its logarithm. */
static void put_contours(FILE *file, const struct lt_map *map, const struct lt_axis *x,
                         const struct lt_axis *y, const struct lt_axis *z) {
    fputs("set contour base\nset cntrparam levels discrete ", file);
    for (size_t i = 0; i < map->n_contours; i++)
        fprintf(file, "%s%.10g", i > 0 ? ", " : "", map->contours[i] * z->scale);
    fprintf(file,
            "\nunset surface\n"
            "set table $contour\n"
            "splot $map using %s:%s:7 with lines\n"
            "unset table\n"
            "unset contour\n"
            "set surface\n",
            drawn_column(x, "1", "(log10($1))"), drawn_column(y, "2", "(log10($2))"));
}

/* Writes the value of each contour as a label onto its line, up to MOST_LABELS of them. */
static void put_levels(FILE *file, const struct lt_map *map, const struct lt_axis *x,
                       const struct lt_axis *y, const struct lt_axis *z) {
    enum { MOST_LABELS = 20 }; /* more would cover the map */
    struct place places[MOST_LABELS];
    size_t n = 0;
    fputs("set style textbox opaque fillcolor rgb dark ? '#16181d' : 'white' noborder margins "
          "0.6,0.4\n",
          file);
    for (size_t i = 0; i < map->n_contours && n < MOST_LABELS; i++) {
        double level = map->contours[i];
        if (!find_label(map, x, y, level, places, n))
            continue;
        fprintf(file,
                "set label %zu '%.4g' at graph %.4f,%.4f center boxed front textcolor rgb ink\n",
                n + 1, level * z->scale, places[n].x, places[n].y);
        n++;
    }
}

/* ---- In characters --------------------------------------------------------------------------- */

/* Size of the terminal's frame between these margins. */
enum { WIDTH = 64, HEIGHT = 14, LEVELS = 10 };
static const char frame[] = "set lmargin 9\nset rmargin 4\nset tmargin 3\nset bmargin 5\n";

/* The value (SI) of each character cell of the terminal's frame, row 0 at the bottom. */
struct cells {
    double z[HEIGHT][WIDTH]; /* NAN: empty */
};

/* Returns the index of the value nearest to PLACE, a position along the axis from 0 to 1. */
static size_t nearest_value(const double *at, size_t count, const struct lt_axis *axis,
                            double place) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (fabs(lt_axis_place(axis, at[i]) - place) < fabs(lt_axis_place(axis, at[best]) - place))
            best = i;
    return best;
}

/* Gives each character cell the value of the nearest grid point. */
static void fill_from_grid(struct cells *cells, const struct lt_map *map, const struct lt_axis *x,
                           const struct lt_axis *y) {
    for (int row = 0; row < HEIGHT; row++) {
        size_t j = nearest_value(map->y, map->ny, y, (row + 0.5) / HEIGHT);
        for (int column = 0; column < WIDTH; column++) {
            size_t i = nearest_value(map->x, map->nx, x, (column + 0.5) / WIDTH);
            cells->z[row][column] = map->z[i * map->ny + j];
        }
    }
}

/* Gives each character cell the value of the last point that lies in it; cells without a point stay
 * empty. */
static void fill_from_points(struct cells *cells, const struct lt_map *map, const struct lt_axis *x,
                             const struct lt_axis *y) {
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            cells->z[row][column] = NAN;
    for (size_t i = 0; i < map->nx; i++) {
        double column = floor(lt_axis_place(x, map->x[i]) * WIDTH),
               row = floor(lt_axis_place(y, map->y[i]) * HEIGHT);
        if (column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT)
            cells->z[(int)row][(int)column] = map->z[i];
    }
}

/* Returns true if LEVEL lies between the values A and B (SI) of two cells, false if both are on one
 * side of it; an empty cell (NAN) has no level beside it. */
static bool level_parts(double level, double a, double b) {
    return isfinite(a) && isfinite(b) && (a < level) != (b < level);
}

/* Returns true if LEVEL (SI) lies between the value of a cell and that of its right or upper
 * neighbour, false if it does not. */
static bool level_crosses(const struct cells *cells, int row, int column, double level) {
    double here = cells->z[row][column];
    return (column + 1 < WIDTH && level_parts(level, here, cells->z[row][column + 1])) ||
           (row + 1 < HEIGHT && level_parts(level, here, cells->z[row + 1][column]));
}

/* Returns true if any contour of the map crosses a cell, which is then drawn as an asterisk; false
 * if none does. */
static bool crosses_any(const struct cells *cells, int row, int column, const struct lt_map *map) {
    bool any = false;
    for (size_t i = 0; i < map->n_contours; i++)
        any = any || level_crosses(cells, row, column, map->contours[i]);
    return any;
}

/* Returns the number drawn (scaled, not SI) at PLACE, a position from 0 to 1 along the axis. */
static double axis_value(const struct lt_axis *axis, double place) {
    return axis->logarithmic ? axis->lo * pow(axis->hi / axis->lo, place)
                             : axis->lo + place * (axis->hi - axis->lo);
}

/* Writes the line below a terminal's map that says which values the digits 0 and 9, and the
 * asterisks, stand for. */
static void put_legend(FILE *file, const struct lt_map *map, const struct lt_axis *z) {
    double width = (z->hi - z->lo) / LEVELS;
    fprintf(file, "set label 3 '0: %.4g to %.4g, ..., 9: %.4g to %.4g", z->lo, z->lo + width,
            z->hi - width, z->hi);
    for (size_t i = 0; i < map->n_contours; i++)
        fprintf(file, "%s%.4g", i > 0 ? ", " : ", *: ", map->contours[i] * z->scale);
    fputs("' at graph 0.5,character 0 center\n", file);
}

/* Writes data and commands of a map for a terminal: a digit from 0 to 9 for the value of each
 * character cell, and asterisks along the contours of a grid. */
void lt_map_put_plain(FILE *file, const struct lt_figure *figure, const struct lt_axis *x,
                      const struct lt_axis *y, const struct lt_axis *z) {
    const struct lt_map *map = figure->map;
    struct cells cells;
    if (map->ny > 0)
        fill_from_grid(&cells, map, x, y);
    else
        fill_from_points(&cells, map, x, y);
    fputs("$map << EOD\n", file);
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            /* The value as a fraction of the colour axis, from 0 to 1, which chooses the digit. */
            double level = (cells.z[row][column] * z->scale - z->lo) / (z->hi - z->lo);
            if (!isfinite(level))
                continue;
            fprintf(file, "%.9g %.9g ", axis_value(x, (column + 0.5) / WIDTH),
                    axis_value(y, (row + 0.5) / HEIGHT));
            if (map->ny > 0 && crosses_any(&cells, row, column, map))
                fputs("*\n", file);
            else
                fprintf(file, "%d\n", (int)fmin(fmax(LEVELS * level, 0), LEVELS - 1));
        }
    fprintf(file, "EOD\n%sset tics out nomirror\n", frame);
    put_legend(file, map, z);
    fputs("plot $map using 1:2:(strcol(3)) with labels notitle\n", file);
}

/* ---- As a picture ---------------------------------------------------------------------------- */

/* Writes the data of a map as gnuplot's block $map, and the contours of a grid. It precedes the
 * axes' commands, without which gnuplot finds the contours. */
void lt_map_put_data(FILE *file, const struct lt_figure *figure, const struct lt_axis *x,
                     const struct lt_axis *y, const struct lt_axis *z) {
    const struct lt_map *map = figure->map;
    struct scales scales = {x->scale, y->scale, z->scale};
    size_t shown = map->nx;
    fputs("$map << EOD\n", file);
    if (map->ny > 0)
        put_cells(file, figure, scales);
    else
        shown = put_points(file, map, x, y, scales);
    fputs("EOD\n", file);
    if (map->ny == 0)
        report_left_out(file, shown, map->nx);
    else if (map->n_contours > 0)
        put_contours(file, map, x, y, z);
}

/* Writes the commands that draw a map: coloured points, or cells with contours in white and black,
 * so that they show on any colour. */
void lt_map_put(FILE *file, const struct lt_figure *figure, const struct lt_axis *x,
                const struct lt_axis *y, const struct lt_axis *z) {
    const struct lt_map *map = figure->map;
    fputs("unset grid\nset border 15\nset style fill solid 1 noborder\n", file);
    if (map->ny == 0) {
        fputs("plot $map using 1:2:3 with points pointtype 7 pointsize 0.6 linecolor palette "
              "notitle\n",
              file);
        return;
    }
    if (map->n_contours > 0)
        put_levels(file, map, x, y, z);
    fputs("plot $map using 1:2:3:4:5:6:7 with boxxyerror linecolor palette notitle", file);
    for (int i = 0; i < 2 && map->n_contours > 0; i++)
        fprintf(file, ", \\\n     $contour using %s:%s with lines linecolor rgb %s notitle",
                drawn_column(x, "1", "(10**$1)"), drawn_column(y, "2", "(10**$2)"),
                i == 0 ? "'white' linewidth 3.5" : "'#222222' linewidth 1.6");
    putc('\n', file);
}
