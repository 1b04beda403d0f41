/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/corner.h"

#include "figure/curve.h"

#include <math.h>
#include <string.h>

/* The part of a figure that is no frame, and the width of a curve's line (plots/style.gp: 2.4/6
 * mm), in m. A corner shows if it is farther off than the line is wide, on either side. */
static const double beside = 22e-3, above = 24e-3, line = 0.4e-3;

/* A point or vector on paper, in m. */
struct point {
    double x, y;
};

/* Returns the vector from B to A. */
static struct point minus(struct point a, struct point b) {
    return (struct point){a.x - b.x, a.y - b.y};
}

/* Returns the cross product of two vectors (its component out of the plane). */
static double cross(struct point a, struct point b) {
    return a.x * b.y - a.y * b.x;
}

/* Returns the scalar product of two vectors. */
static double dot(struct point a, struct point b) {
    return a.x * b.x + a.y * b.y;
}

/* Returns the length of a vector, in m. */
static double length(struct point a) {
    return hypot(a.x, a.y);
}

/* Returns the vector (m) from the chord P1 P2 to the corner at which P0 P1 and P3 P2, both
 * continued, meet; zero if that is not between P1 and P2, or the turn is below six degrees. A
 * smooth curve has no such corner beyond the second order of the distance of its points. */
static struct point cut_off(struct point p0, struct point p1, struct point p2, struct point p3) {
    const struct point none = {0, 0}, before = minus(p1, p0), after = minus(p2, p3),
                       chord = minus(p2, p1);
    const double turn = cross(before, after);
    if (!(fabs(turn) > 0.1 * length(before) * length(after))) /* by six degrees and more */
        return none;
    /* P1 + along BEFORE = P2 + back AFTER; cross products with AFTER and BEFORE give both numbers.
     */
    const double along = cross(chord, after) / turn, back = cross(chord, before) / turn;
    const struct point to = {along * before.x, along * before.y};
    if (!(along > 0 && back > 0 && length(to) < length(chord) &&
          length(minus(to, chord)) < length(chord)))
        return none;
    /* The foot of the corner on the chord, as a fraction of it. */
    const double foot = dot(to, chord) / dot(chord, chord);
    return minus(to, (struct point){foot * chord.x, foot * chord.y});
}

/* Returns true if event I changes a mode of the law and no other event is within two rows of it, so
 * that the rows on either side belong to one branch each. False for others; making contact is
 * excluded, since its place is known. */
static bool event_is_alone(const struct lt_result *result, size_t i) {
    const struct lt_event_result *event = &result->events[i];
    for (size_t k = 0; k < result->n_events; k++) {
        const size_t row = result->events[k].row,
                     apart = row > event->row ? row - event->row : event->row - row;
        if (k != i && apart <= 2)
            return false;
    }
    return event->mode >= 0 && strcmp(event->name, "contact_activated") != 0;
}

/* Returns the width and height in m of the frame in a figure of that size, without the margins; a
 * size of 0 stands for the default one. */
static struct point frame_of(struct lt_size size) {
    return (struct point){fmax((size.width > 0 ? size.width : LT_FIGURE_WIDTH) - beside, 0),
                          fmax((size.height > 0 ? size.height : LT_FIGURE_HEIGHT) - above, 0)};
}

/* Finds the event whose corner lies farthest off the straight line between recorded points, and
 * stores name, time (s) and offset, as fractions of the frame, in figure->corner. Works on linear
 * axes only. */
void lt_corner_find(struct lt_figure *figure, const struct lt_result *result) {
    const struct point frame = frame_of(figure->size);
    double x[2], y[2];
    if (figure->x_log || figure->y_log || figure->equal || !lt_curve_ranges(figure, x, y) ||
        !(x[0] < x[1] && y[0] < y[1]))
        return;
    /* Metres on paper for a unit (SI) of each axis. */
    const struct point scale = {frame.x / (x[1] - x[0]), frame.y / (y[1] - y[0])};
    double most = 0;
    for (size_t c = 0; c < figure->n_curves; c++)
        for (size_t i = 0; i < result->n_events; i++) {
            const struct lt_curve *curve = &figure->curves[c];
            const size_t row = result->events[i].row;
            if (curve->role != LT_CURVE_RUN || curve->count != result->table.rows || row < 2 ||
                row + 1 >= curve->count || !event_is_alone(result, i))
                continue;
            /* The corner lies between the row before the event and the event's own: two points on
             * either side. */
            struct point p[4];
            for (size_t k = 0; k < 4; k++)
                p[k] = (struct point){curve->x[row - 2 + k] * scale.x,
                                      curve->y[row - 2 + k] * scale.y};
            const struct point off = cut_off(p[0], p[1], p[2], p[3]);
            if (!(length(off) > most))
                continue;
            most = length(off);
            figure->corner = (struct lt_corner){result->events[i].name, result->events[i].t,
                                                off.x / frame.x, off.y / frame.y};
        }
}

/* Returns the distance in m, in a figure of that size, between a corner of the curve and the line
 * drawn. 0 if it is at most two line widths, which is too small to see. */
double lt_corner_off(const struct lt_corner *corner, struct lt_size size) {
    const struct point frame = frame_of(size);
    const double off = hypot(corner->x * frame.x, corner->y * frame.y);
    return off > 2 * line ? off : 0;
}

/* Returns true if the exact integrator, which puts a point at each event, could run the program:
 * the law, its frame and its options must allow that. False if they do not, or if it is the
 * integrator already. */
bool lt_corner_is_avoidable(const struct lt_program *program) {
    const struct lt_motion *motion = &program->motion;
    for (size_t i = 0; motion->frame == LT_FRAME_BODIES && i < program->n_stages; i++)
        if (strchr(program->stages[i].whats, 's')) /* static balance there has steps only */
            return false;
    return motion->integrator != LT_EXACT && program->law && !program->law->forward_only &&
           !program->codelaw && !program->preset && !motion->instants.count &&
           motion->levels == LT_LEVELS_OWN && motion->lever <= LT_LEVER_RADIUS &&
           motion->axes == LT_AXES_MIDDLE && motion->history == LT_HISTORY_TURNED &&
           !motion->damping.given;
}
