/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/path.h"

#include <math.h>

static const double NEAR = 0.02; /* of the frame: to the eye the same place */
static const double FAR = 0.10;

static bool is_gap(struct lt_path path, size_t i) {
    return !isfinite(path.x[i]) || !isfinite(path.y[i]);
}

static double distance(struct lt_path path, size_t i, size_t j) {
    return hypot(path.x[i] - path.x[j], path.y[i] - path.y[j]);
}

/* ---- Thinning ---------------------------------------------------------------------------------
 * A straight line may be drawn from a kept point, the anchor, as long as it passes all points
 * between within a tolerance: as long as they share a cone of directions seen from the anchor and
 * do not turn back. One pass, whatever the curve. */

struct cone {
    size_t anchor;
    bool aimed;             /* a direction has been seen */
    double axis;            /* that first direction, rad */
    double lowest, highest; /* directions still allowed, relative to it */
    double reach;           /* the farthest point so far */
};

/* Does the line from the anchor to point I pass all points between? Narrows the cone if so. */
static bool admits(struct cone *cone, struct lt_path path, size_t i, double tolerance) {
    double dx = path.x[i] - path.x[cone->anchor], dy = path.y[i] - path.y[cone->anchor];
    double distance = hypot(dx, dy);
    if (distance < cone->reach - tolerance)
        return false;
    cone->reach = fmax(cone->reach, distance);
    if (distance <= tolerance)
        return true;
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

enum { EXTREMES = 4 };

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

static bool is_extreme(const size_t extremes[EXTREMES], size_t i) {
    return i == extremes[0] || i == extremes[1] || i == extremes[2] || i == extremes[3];
}

/* Add I unless it is there; the points come in order. */
static size_t keep(size_t *kept, size_t n, size_t i) {
    if (n > 0 && kept[n - 1] == i)
        return n;
    kept[n] = i;
    return n + 1;
}

static size_t straighten(struct lt_path path, double tolerance, const size_t extremes[EXTREMES],
                         size_t *kept) {
    size_t n = 0;
    struct cone cone = {.anchor = path.count};
    for (size_t i = 0; i < path.count; i++) {
        bool gap = is_gap(path, i);
        if (cone.anchor == path.count) { /* in a gap, or before the first point */
            if (!gap || (n > 0 && !is_gap(path, kept[n - 1])))
                n = keep(kept, n, i);
            cone = (struct cone){.anchor = gap ? path.count : i};
        } else if (gap) {
            n = keep(kept, n, i - 1);
            n = keep(kept, n, i);
            cone.anchor = path.count;
        } else if (!admits(&cone, path, i, tolerance)) {
            n = keep(kept, n, i - 1);
            cone = (struct cone){.anchor = i - 1};
            admits(&cone, path, i, tolerance);
        }
        if (is_extreme(extremes, i)) {
            n = keep(kept, n, i);
            cone = (struct cone){.anchor = i};
        }
    }
    return path.count > 0 ? keep(kept, n, path.count - 1) : 0;
}

/* For noise: the lowest and the highest point of each of MOST/2 pieces. */
static size_t envelope(struct lt_path path, size_t most, size_t *kept) {
    size_t n = 0, pieces = most / 2;
    for (size_t piece = 0; piece < pieces; piece++) {
        size_t begin = piece * path.count / pieces, end = (piece + 1) * path.count / pieces;
        size_t low = begin, high = begin;
        for (size_t i = begin; i < end; i++) {
            low = is_gap(path, low) || path.y[i] < path.y[low] ? i : low;
            high = is_gap(path, high) || path.y[i] > path.y[high] ? i : high;
        }
        if (begin == end)
            continue;
        n = keep(kept, n, low < high ? low : high);
        n = keep(kept, n, low < high ? high : low);
    }
    return n;
}

size_t lt_path_thin(struct lt_path path, size_t most, size_t *kept) {
    size_t extremes[EXTREMES], n = 0;
    find_extremes(path, extremes);
    for (double tolerance = 1e-4; tolerance < 5e-3; tolerance *= 2) {
        n = straighten(path, tolerance, extremes, kept);
        if (n <= most)
            return n;
    }
    return envelope(path, most, kept);
}

size_t lt_path_space(struct lt_path path, double apart, size_t *kept) {
    size_t n = 0;
    for (size_t i = 0; i < path.count; i++)
        if (!is_gap(path, i) && (n == 0 || distance(path, i, kept[n - 1]) >= apart))
            kept[n++] = i;
    return n;
}

/* ---- Loops ----------------------------------------------------------------------------------- */

/* Leave the force-free ends out, but for the point next to the contact. */
static void trim(struct lt_path path, double zero, size_t *first, size_t *last) {
    *first = 0;
    *last = path.count - 1;
    while (*first < *last && (is_gap(path, *first + 1) || path.y[*first + 1] == zero))
        ++*first;
    while (*last > *first && (is_gap(path, *last - 1) || path.y[*last - 1] == zero))
        --*last;
}

/* Go on without a force to where the path came from: a dashpot begins with a force and ends before
 * the overlap does. */
static bool returns(struct lt_path path, double zero, size_t first, size_t *last) {
    for (size_t i = *last; i < path.count && path.y[i] == zero && !is_gap(path, i); i++)
        if (fabs(path.x[i] - path.x[first]) < NEAR) {
            *last = i;
            return true;
        }
    return false;
}

bool lt_path_loop(struct lt_path path, double zero, size_t *first, size_t *last) {
    if (path.count < 3)
        return false;
    trim(path, zero, first, last);
    for (size_t i = *first; i <= *last; i++)
        if (is_gap(path, i))
            return false;
    bool same_place = fabs(path.x[*first] - path.x[*last]) < NEAR;
    bool no_force = fmax(fabs(path.y[*first] - zero), fabs(path.y[*last] - zero)) < NEAR;
    if (same_place || no_force || returns(path, zero, *first, last))
        return *last - *first >= 2;

    bool away = false;
    for (size_t i = *last; i > *first; i--) {
        double d = distance(path, i - 1, *last);
        away = away || d > FAR;
        if (away && d < NEAR) {
            *first = i - 1;
            return true;
        }
    }
    return false;
}
