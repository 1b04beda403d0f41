/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/path.h"

#include <math.h>

static const double NEAR =
    0.02; /* fraction of the frame's width within which two points look the same */
/* Fraction of that width beyond which a curve has left a point, to which it may then return. */
static const double FAR = 0.10;

/* Returns true if point I is a gap of the path, that is, not finite; false if it can be drawn. */
static bool is_gap(struct lt_path path, size_t i) {
    return !isfinite(path.x[i]) || !isfinite(path.y[i]);
}

/* Returns the distance of points I and J, in widths of the frame (a height counts as a width). */
static double path_distance(struct lt_path path, size_t i, size_t j) {
    return hypot(path.x[i] - path.x[j], path.y[i] - path.y[j]);
}

/* ---- Thinning ---------------------------------------------------------------------------------
 * From the last kept point, the anchor, one straight line can replace all following points as long
 * as it passes them within a tolerance: as long as their cones of allowed directions, seen from the
 * anchor, overlap and the points do not turn back. A single pass for any curve. */

/* Directions in which a line from the anchor passes all points since it within the tolerance. */
struct cone {
    size_t anchor;
    bool aimed;             /* a first direction is known */
    double axis;            /* that first direction, rad */
    double lowest, highest; /* directions still allowed, relative to it */
    double reach;           /* the farthest point so far */
};

/* Returns true if the line from the anchor to point I passes all points between within TOLERANCE
 * (of the frame), and narrows the cone of directions to those that pass I too. False if it does
 * not, or if the path turns back towards the anchor. */
static bool cone_admits(struct cone *cone, struct lt_path path, size_t i, double tolerance) {
    double dx = path.x[i] - path.x[cone->anchor], dy = path.y[i] - path.y[cone->anchor];
    double distance = hypot(dx, dy);
    if (distance < cone->reach - tolerance)
        return false;
    cone->reach = fmax(cone->reach, distance);
    /* A point this close lies on any line from the anchor. */
    if (distance <= tolerance)
        return true;
    /* Seen from the anchor, the circle of radius TOLERANCE around the point is 2
     * asin(tolerance/distance) wide. */
    double direction = atan2(dy, dx), half = asin(tolerance / distance);
    if (!cone->aimed) {
        cone->aimed = true;
        cone->axis = direction;
        cone->lowest = -half;
        cone->highest = half;
        return true;
    }
    double turn = remainder(direction - cone->axis, 2 * M_PI);
    if (turn < cone->lowest || turn > cone->highest)
        return false;
    cone->lowest = fmax(cone->lowest, turn - half);
    cone->highest = fmin(cone->highest, turn + half);
    return true;
}

enum { EXTREMES = 4 }; /* least and largest x and y */

/* Finds the indices of the points with least x, largest x, least y and largest y; path.count in a
 * path without points. They are kept, so that thinning does not change ranges. */
static void find_extremes(struct lt_path path, size_t extremes[EXTREMES]) {
    for (int k = 0; k < EXTREMES; k++)
        extremes[k] = path.count;
    for (size_t i = 0; i < path.count; i++) {
        if (is_gap(path, i))
            continue;
        if (extremes[0] == path.count)
            for (int k = 0; k < EXTREMES; k++)
                extremes[k] = i;
        extremes[0] = path.x[i] < path.x[extremes[0]] ? i : extremes[0];
        extremes[1] = path.x[i] > path.x[extremes[1]] ? i : extremes[1];
        extremes[2] = path.y[i] < path.y[extremes[2]] ? i : extremes[2];
        extremes[3] = path.y[i] > path.y[extremes[3]] ? i : extremes[3];
    }
}

/* Returns true if point I is one of the four extremes, false if it is another point. */
static bool is_extreme(const size_t extremes[EXTREMES], size_t i) {
    return i == extremes[0] || i == extremes[1] || i == extremes[2] || i == extremes[3];
}

/* Appends point I to the N kept ones unless it is the last of them; returns their new number. */
static size_t keep_point(size_t *kept, size_t n, size_t i) {
    if (n > 0 && kept[n - 1] == i)
        return n;
    kept[n] = i;
    return n + 1;
}

/* Keeps only the points at which a curve leaves a straight line by more than TOLERANCE (of the
 * frame), and the extremes. Returns the number kept. */
static size_t keep_straight(struct lt_path path, double tolerance, const size_t extremes[EXTREMES],
                            size_t *kept) {
    size_t n = 0;
    struct cone cone = {.anchor = path.count};
    for (size_t i = 0; i < path.count; i++) {
        bool gap = is_gap(path, i);
        /* A gap keeps one point, and the curve begins anew after it. */
        if (cone.anchor == path.count) { /* in a gap, or before the first point */
            if (!gap || (n > 0 && !is_gap(path, kept[n - 1])))
                n = keep_point(kept, n, i);
            cone = (struct cone){.anchor = gap ? path.count : i};
        } else if (gap) {
            n = keep_point(kept, n, i - 1);
            n = keep_point(kept, n, i);
            cone.anchor = path.count;
        } else if (!cone_admits(&cone, path, i, tolerance)) {
            n = keep_point(kept, n, i - 1);
            /* The line ends at the point before, from which the next one starts. */
            cone = (struct cone){.anchor = i - 1};
            cone_admits(&cone, path, i, tolerance);
        }
        if (is_extreme(extremes, i)) {
            n = keep_point(kept, n, i);
            cone = (struct cone){.anchor = i};
        }
    }
    return path.count > 0 ? keep_point(kept, n, path.count - 1) : 0;
}

/* Returns the pixel column of point I; points outside of the frame count to the outermost ones. */
static size_t path_column(struct lt_path path, size_t i) {
    return (size_t)fmin(fmax(floor(path.x[i] * LT_PATH_COLUMNS), 0), LT_PATH_COLUMNS - 1);
}

/* Returns the first point after I that lies in another pixel column or is a gap; the number of
 * points if none does. */
static size_t end_of_column(struct lt_path path, size_t i) {
    size_t column = path_column(path, i), end = i + 1;
    while (end < path.count && !is_gap(path, end) && path_column(path, end) == column)
        end++;
    return end;
}

/* Keeps the first, last, lowest and highest point of each pass through a pixel column, so that the
 * drawing of an oscillation has the same envelope. Returns the number kept. */
static size_t keep_envelope(struct lt_path path, size_t *kept) {
    size_t n = 0;
    for (size_t begin = 0, end; begin < path.count; begin = end) {
        if (is_gap(path, begin)) {
            end = begin + 1;
            if (n == 0 || !is_gap(path, kept[n - 1]))
                n = keep_point(kept, n, begin);
            continue;
        }
        /* Points of one pass through the column; low and high are kept in their order. */
        size_t low = begin, high = begin;
        end = end_of_column(path, begin);
        for (size_t i = begin; i < end; i++) {
            low = path.y[i] < path.y[low] ? i : low;
            high = path.y[i] > path.y[high] ? i : high;
        }
        n = keep_point(kept, n, begin);
        n = keep_point(kept, n, low < high ? low : high);
        n = keep_point(kept, n, low < high ? high : low);
        n = keep_point(kept, n, end - 1);
    }
    return n;
}

/* Selects about MOST points that draw the path as all of them would. The tolerance is doubled up to
 * 0.8 pixels; if that is not enough, the envelope is kept where it has fewer points. Returns their
 * number. */
size_t lt_path_thin(struct lt_path path, size_t most, size_t *kept) {
    static const double coarsest = 0.8 / LT_PATH_COLUMNS;
    size_t extremes[EXTREMES], n = 0;
    find_extremes(path, extremes);
    /* From a tenth of a pixel upwards; a pixel is 1/1000 of the frame's width. */
    for (double tolerance = 1e-4; tolerance <= coarsest; tolerance *= 2) {
        n = keep_straight(path, tolerance, extremes, kept);
        if (n <= most)
            return n;
    }
    size_t by_column = keep_envelope(path, kept);
    return by_column <= n ? by_column : keep_straight(path, coarsest, extremes, kept);
}

/* ---- Swings too fast to be drawn --------------------------------------------------------------
 * The frame in strips of some pixels: in each the lowest and highest point, and how often the path
 * turns around there. */

enum { STRIPS = LT_PATH_STRIPS, TURNS = 4 /* in a strip of 6 pixels: strokes touch */, FEWEST = 4 };

/* Indices of the lowest and the highest point in a strip; how often y changes its direction. */
struct strip {
    size_t low, high, turns;
};

/* Returns the strip, 0 to STRIPS - 1 from the left, in which point I lies. Its x is a fraction of
 * the frame's width; a point outside of the frame counts to the strip at that edge. */
static size_t strip_of(struct lt_path path, size_t i) {
    return (size_t)fmin(fmax(floor(path.x[i] * STRIPS), 0), STRIPS - 1);
}

/* Fills in lowest and highest point and number of turns of each strip; changes of y below 1e-4 of
 * the frame's height are no turns. Returns true; false if the path goes back in x or has a gap,
 * which the strips cannot describe. */
static bool fill_strips(struct lt_path path, struct strip *strips) {
    int way = 0;
    for (size_t i = 0; i < path.count; i++) {
        if (is_gap(path, i) || (i > 0 && path.x[i] < path.x[i - 1]))
            return false;
        struct strip *s = &strips[strip_of(path, i)];
        bool first = i == 0 || strip_of(path, i - 1) != strip_of(path, i);
        double rise = i > 0 ? path.y[i] - path.y[i - 1] : 0;
        int now = rise > 1e-4 ? 1 : rise < -1e-4 ? -1 : way;
        /* A turn between two strips counts for neither. */
        s->turns += !first && now != way;
        way = now;
        s->low = first || path.y[i] < path.y[s->low] ? i : s->low;
        s->high = first || path.y[i] > path.y[s->high] ? i : s->high;
    }
    return true;
}

/* Appends the upper and then the lower edge of the strips from FIRST to before END to OUT, with the
 * pen lifted around both. Returns the number of entries. */
static size_t put_edges(const struct strip *strips, size_t first, size_t end, size_t *out) {
    size_t n = 0;
    out[n++] = LT_PATH_LIFTED;
    for (size_t k = first; k < end; k++)
        out[n++] = strips[k].high;
    out[n++] = LT_PATH_LIFTED;
    for (size_t k = first; k < end; k++)
        out[n++] = strips[k].low;
    out[n++] = LT_PATH_LIFTED;
    return n;
}

/* Returns the first strip, from FIRST on, of a group of at least FEWEST in which the path
 * oscillates too fast to be drawn; *end is the strip after it. STRIPS if there is none. */
static size_t next_fast(const struct strip *strips, size_t first, size_t *end) {
    for (; first < STRIPS; first = *end + 1) {
        for (*end = first; *end < STRIPS && strips[*end].turns >= TURNS; ++*end)
            ;
        if (*end - first >= FEWEST)
            return first;
    }
    return STRIPS;
}

/* Replaces oscillations too fast to be drawn by their upper and lower edges, and keeps the points
 * KEPT elsewhere. Returns the number of entries in OUT; 0 if nothing oscillates so. */
size_t lt_path_outline(struct lt_path path, const size_t *kept, size_t n, size_t *out) {
    struct strip strips[STRIPS] = {{0}};
    size_t end, first = fill_strips(path, strips) ? next_fast(strips, 0, &end) : STRIPS, n_out = 0;
    if (first == STRIPS)
        return 0;
    /* Kept points outside of fast groups; before the first point after a group, its edges. */
    for (size_t i = 0; i < n; i++) {
        for (; first < STRIPS && strip_of(path, kept[i]) >= end;
             first = next_fast(strips, end, &end))
            n_out += put_edges(strips, first, end, out + n_out);
        if (first == STRIPS || strip_of(path, kept[i]) < first)
            out[n_out++] = kept[i];
    }
    for (; first < STRIPS; first = next_fast(strips, end, &end))
        n_out += put_edges(strips, first, end, out + n_out);
    return n_out;
}

/* ---- What is drawn over ---------------------------------------------------------------------- */

/* A bitmap of the frame, a bit for each cell of about a pixel that is inked. */
struct ink {
    unsigned char cells[LT_PATH_COLUMNS * LT_PATH_ROWS / 8];
};

/* Column and row may lie outside. */
struct pixel {
    long column, row;
};

/* Returns true if a pixel is drawn already, false if it is free; those outside of the frame count
 * as drawn, as nothing is visible there. */
static bool is_inked(const struct ink *ink, struct pixel p) {
    if (p.column < 0 || p.column >= LT_PATH_COLUMNS || p.row < 0 || p.row >= LT_PATH_ROWS)
        return true;
    long cell = p.row * LT_PATH_COLUMNS + p.column;
    return ink->cells[cell / 8] >> cell % 8 & 1;
}

/* Returns true if neither a pixel nor any of its eight neighbours is drawn, false if one of them
 * is. */
static bool is_far_from_ink(const struct ink *ink, struct pixel p) {
    for (long row = p.row - 1; row <= p.row + 1; row++)
        for (long column = p.column - 1; column <= p.column + 1; column++)
            if (is_inked(ink, (struct pixel){column, row}))
                return false;
    return true;
}

/* Marks a pixel as drawn; those outside of the frame are ignored. */
static void put_ink(struct ink *ink, struct pixel p) {
    long cell = p.row * LT_PATH_COLUMNS + p.column;
    if (!is_inked(ink, p))
        ink->cells[cell / 8] |= (unsigned char)(1u << cell % 8);
}

/* Returns how many steps a line between two points needs so that it misses no pixel. */
static size_t pixels_between(struct lt_path path, size_t from, size_t to) {
    return 1 + (size_t)fmax(fabs(path.x[to] - path.x[from]) * LT_PATH_COLUMNS,
                            fabs(path.y[to] - path.y[from]) * LT_PATH_ROWS);
}

/* Returns the pixel at the fraction SHARE, 0 to 1, of the line between two points; it may lie
 * outside of the frame. */
static struct pixel pixel_at(struct lt_path path, size_t from, size_t to, double share) {
    double x = path.x[from] + share * (path.x[to] - path.x[from]),
           y = path.y[from] + share * (path.y[to] - path.y[from]);
    return (struct pixel){(long)floor(x * LT_PATH_COLUMNS), (long)floor(y * LT_PATH_ROWS)};
}

/* Draws the line between two points into the bitmap if it would be visible: if it departs from the
 * ink by more than a pixel, or at least half of it is new. Returns true if it was drawn, false if
 * it is hidden. */
static bool draw_straight(struct ink *ink, struct lt_path path, size_t from, size_t to) {
    size_t steps = pixels_between(path, from, to), dry = 0;
    bool far = false;
    for (size_t k = 0; k <= steps && !far; k++) {
        struct pixel p = pixel_at(path, from, to, (double)k / (double)steps);
        bool inked = is_inked(ink, p);
        dry += !inked;
        far = !inked && is_far_from_ink(ink, p);
    }
    if (!far && 2 * dry < steps + 1)
        return false;
    for (size_t k = 0; k <= steps; k++)
        put_ink(ink, pixel_at(path, from, to, (double)k / (double)steps));
    return true;
}

/* Removes from the N points KEPT those that retrace what is drawn already; the pen is lifted across
 * each part left out. Returns the number of entries that remain. */
size_t lt_path_uncover(struct lt_path path, size_t *kept, size_t n) {
    struct ink ink = {{0}};
    size_t left = 0, hidden = 0;
    for (size_t k = 0; k < n; k++) {
        size_t at = kept[k], before = k > 0 ? kept[k - 1] : at;
        bool line = k > 0 && !is_gap(path, at) && !is_gap(path, before);
        bool shows = line && draw_straight(&ink, path, before, at);
        if (line && !shows) {
            hidden++;
            continue;
        }
        /* After a hidden part the pen goes to its last point; a single hidden line is kept. */
        if (hidden > 1)
            kept[left++] = LT_PATH_LIFTED;
        if (hidden > 0)
            kept[left++] = before;
        hidden = 0;
        kept[left++] = at;
    }
    if (hidden > 0) /* the last point is always kept */
        kept[left++] = kept[n - 1];
    return left;
}

/* Keeps points that are at least APART (in widths of the frame) from the one kept before, so that
 * marks do not merge. Returns their number. */
size_t lt_path_space(struct lt_path path, double apart, size_t *kept) {
    size_t n = 0;
    for (size_t i = 0; i < path.count; i++)
        if (!is_gap(path, i) && (n == 0 || path_distance(path, i, kept[n - 1]) >= apart))
            kept[n++] = i;
    return n;
}

/* Keeps all points if they are at most MOST, else those that no earlier mark hides. Returns their
 * number. */
size_t lt_path_scatter(struct lt_path path, size_t most, size_t *kept) {
    enum { ACROSS = 250, UP = 150 }; /* cells of the size of a mark */
    unsigned char marked[UP][ACROSS] = {{0}};
    size_t n = 0;
    for (size_t i = 0; i < path.count; i++) {
        bool inside = path.x[i] >= 0 && path.x[i] < 1 && path.y[i] >= 0 && path.y[i] < 1;
        unsigned char *cell =
            inside ? &marked[(int)(path.y[i] * UP)][(int)(path.x[i] * ACROSS)] : NULL;
        if (is_gap(path, i) || (path.count > most && cell && *cell))
            continue;
        kept[n++] = i;
        if (cell)
            *cell = 1;
    }
    return n;
}

/* ---- Loops ----------------------------------------------------------------------------------- */

/* Returns true if there is exactly no force at point I, false if there is one; ZERO is the ordinate
 * of zero force, as a fraction of the frame. */
static bool is_free(struct lt_path path, double zero, size_t i) {
    return path.y[i] == zero;
}

/* Finds in *part the next interval with a force from START on, plus one point without force on
 * either side. It ends at a gap or at two successive points without force. Returns true; false if
 * there is none. */
static bool find_contact(struct lt_path path, double zero, size_t start, struct lt_loop *part) {
    size_t i = start;
    while (i < path.count && (is_gap(path, i) || is_free(path, zero, i)))
        i++;
    if (i == path.count)
        return false;
    part->first = i > start && !is_gap(path, i - 1) ? i - 1 : i;
    while (i < path.count && !is_gap(path, i) &&
           !(is_free(path, zero, i) && is_free(path, zero, i - 1)))
        i++;
    part->last = i - 1;
    return true;
}

/* Extends a loop along the zero line to the point nearest to its start, since a dashpot starts with
 * a force and may end before the overlap does. Returns true; false, and the loop unchanged, if it
 * does not come back within NEAR. */
static bool returns_to_start(struct lt_path path, double zero, struct lt_loop *part) {
    double nearest = INFINITY;
    size_t at = part->last;
    for (size_t i = part->last; i < path.count && !is_gap(path, i) && is_free(path, zero, i); i++) {
        double d = fabs(path.x[i] - path.x[part->first]);
        if (d >= nearest)
            break;
        nearest = d;
        at = i;
    }
    part->last = nearest < NEAR ? at : part->last;
    return nearest < NEAR;
}

/* Returns how often x reverses by more than NEAR within a loop, 0 to 3; counting ends at 3. */
static int turns_of_x(struct lt_path path, const struct lt_loop *part) {
    int way = 0, count = 0;
    double extreme = path.x[part->first];
    for (size_t i = part->first; i <= part->last && count < 3; i++) {
        double step = path.x[i] - extreme;
        if (way == 0 && fabs(step) > NEAR)
            way = step > 0 ? 1 : -1;
        if (step * way < -NEAR) {
            count++;
            way = -way;
        }
        if (way != 0 && step * way >= 0)
            extreme = path.x[i];
    }
    return count;
}

/* Shortens a loop to its last full cycle: back from its end, past a point at a distance of FAR, to
 * the first earlier point within NEAR. Returns true; false if there is none, or it reverses more
 * than twice. */
static bool last_cycle(struct lt_path path, struct lt_loop *part) {
    bool away = false;
    for (size_t i = part->last; i > part->first; i--) {
        double d = path_distance(path, i - 1, part->last);
        away = away || d > FAR;
        if (away && d < NEAR) {
            part->first = i - 1;
            return turns_of_x(path, part) <= 2;
        }
    }
    return false;
}

/* Returns true if a part of a curve encloses an area that is an energy: it is closed, or begins and
 * ends without force. False if it does neither. May change the part's ends to make it so. */
static bool encloses_area(struct lt_path path, double zero, struct lt_loop *part) {
    if (turns_of_x(path, part) > 2)
        return last_cycle(path, part);
    bool same_place = fabs(path.x[part->first] - path.x[part->last]) < NEAR;
    bool no_force = fmax(fabs(path.y[part->first] - zero), fabs(path.y[part->last] - zero)) < NEAR;
    if (same_place || no_force || returns_to_start(path, zero, part))
        return part->last - part->first >= 2;
    return last_cycle(path, part);
}

/* Finds the loops of a path that are filled, since their area is a dissipated energy: at most one
 * for each contact. Returns their number, at most MOST. */
size_t lt_path_loops(struct lt_path path, double zero, size_t most, struct lt_loop *loops) {
    size_t n = 0;
    struct lt_loop part;
    for (size_t start = 0; n < most && find_contact(path, zero, start, &part);) {
        struct lt_loop loop = part;
        /* A part that ends at a gap is not a whole contact. */
        bool whole = part.last + 1 == path.count || !is_gap(path, part.last + 1);
        n += whole && encloses_area(path, zero, &loop) && (loops[n] = loop, true);
        start = part.last + 1;
    }
    return n;
}
