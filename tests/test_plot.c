/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/timing.h"
#include "figure/axis.h"
#include "figure/corner.h"
#include "figure/gnuplot.h"
#include "figure/kind.h"
#include "figure/path.h"
#include "figure/plot.h"
#include "folder.h"
#include "ran.h"
#include "result/summary.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path) {
    return access(path, F_OK) == 0;
}

static int count_files(void) {
    int n = 0;
    DIR *dir = opendir(".");
    for (struct dirent *entry; (entry = readdir(dir));)
        n += entry->d_name[0] != '.';
    closedir(dir);
    return n;
}

static char *read_all(const char *path) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    char *text = calloc(1, 1 << 20);
    ck_assert_uint_lt(fread(text, 1, (1 << 20) - 1, file), (1 << 20) - 1);
    fclose(file);
    return text;
}

/* A program called gnuplot that does what SCRIPT says, the only one to be found. */
static void put_gnuplot(const char *script) {
    FILE *file = fopen("gnuplot", "w");
    fprintf(file, "#!/bin/sh\n%s\n", script);
    fclose(file);
    ck_assert_int_eq(chmod("gnuplot", 0755), 0);
    char path[128];
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", folder);
    setenv("PATH", path, 1);
}

enum { N = 5000 };
static double t[N], un[N], fn[N];

/* A damped half wave: overlap and force of an impact. */
static void make_impact(void) {
    for (int i = 0; i < N; i++) {
        double s = M_PI * i / (N - 1);
        t[i] = 1e-4 * s;
        un[i] = 5e-5 * exp(-0.3 * s) * sin(s);
        fn[i] = 1e5 * un[i] + 3 * exp(-0.3 * s) * cos(s);
    }
}

static struct lt_figure impact(const struct lt_curve *curves, size_t n) {
    return (struct lt_figure){.title = "Impact",
                              .x_text = "-un",
                              .y_text = "-fn",
                              .x_unit = "m",
                              .y_unit = "N",
                              .curves = curves,
                              .n_curves = n};
}

static void ck_drawn(const struct lt_figure *figure, const char *base, enum lt_plot_format format) {
    char why[512] = "";
    enum lt_plot_outcome outcome = lt_plot_figure(figure, base, format, NULL, why, sizeof why);
    ck_assert_msg(outcome == LT_PLOT_DRAWN, "%s", why);
}

/* ---- Figures --------------------------------------------------------------------------------- */

static const struct {
    enum lt_plot_format format;
    const char *path, *start, *compare; /* a PDF has its date, an SVG a title of its own */
} formats[] = {
    {LT_PLOT_SVG, "a.svg", "<?xml",
     "for f in a b/a; do sed '1,/<.desc>/d; s/ font-family=\"[^\"]*\"//g' $f.svg >$f.bare; done; "
     "cmp a.bare b/a.bare && test -s a.bare && rm a.bare"},
    {LT_PLOT_PNG, "a.png", "\x89PNG", "cmp a.png b/a.png"},
    {LT_PLOT_PDF, "a.pdf", "%PDF", "test -s b/a.pdf"},
};

START_TEST(figure_and_its_script) {
    make_impact();
    const struct lt_curve curves[] = {{"simulated", un, fn, N, LT_CURVE_RUN, NULL, 0},
                                      {"closed form", un, un, N, LT_CURVE_THEORY, NULL, 0},
                                      {"measured", un, fn, N, LT_CURVE_REFERENCE, NULL, 0}};
    struct lt_figure figure = impact(curves, 3);
    ck_drawn(&figure, "a", formats[_i].format);
    char *drawing = read_all(formats[_i].path);
    ck_assert_msg(memcmp(drawing, formats[_i].start, strlen(formats[_i].start)) == 0,
                  "%s does not begin as such", formats[_i].path);
    free(drawing);
    ck_assert_int_eq(count_files(), 2);
    /* The script makes the same file where it is run, and needs nothing else. */
    ck_assert_int_eq(mkdir("b", 0777), 0);
    ck_assert_int_eq(rename("a.gp", "b/a.gp"), 0);
    ck_assert_int_eq(system("cd b && gnuplot a.gp"), 0);
    ck_assert_int_eq(system(formats[_i].compare), 0);
    ck_assert_int_eq(system("rm -r b"), 0);
}
END_TEST

START_TEST(loop_is_tinted_and_theory_comes_last) {
    make_impact();
    const struct lt_curve curves[] = {{"closed form", un, un, N, LT_CURVE_THEORY, NULL, 0},
                                      {"simulated", un, fn, N, LT_CURVE_RUN, NULL, 0}};
    struct lt_figure figure = impact(curves, 2);
    ck_drawn(&figure, "a", LT_PLOT_NONE);
    ck_assert(!exists("a.svg"));
    char *script = read_all("a.gp");
    const char *area = strstr(script, "$loop1 with filledcurves closed linetype 1");
    const char *run = strstr(script, "$curve2 with lines linetype 1");
    const char *theory = strstr(script, "$curve1 with lines linetype 7");
    ck_assert(area && run && theory && area < run && run < theory);
    ck_assert_ptr_nonnull(strstr(script, "overlap −{/:Italic u_n}\u00a0(µm)"));
    free(script);
    figure.x_unit = "s"; /* the area under a force over time is no energy */
    ck_drawn(&figure, "a", LT_PLOT_NONE);
    script = read_all("a.gp");
    ck_assert_ptr_null(strstr(script, "filledcurves closed l"));
    free(script);
}
END_TEST

/* The script of a figure; malloc'd. */
static char *script_of(const struct lt_figure *figure) {
    ck_drawn(figure, "a", LT_PLOT_SVG);
    return read_all("a.gp");
}

START_TEST(small_figures_have_room) {
    make_impact();
    const struct lt_curve curve = {"simulated", un, fn, N, LT_CURVE_RUN, NULL, 0};
    struct lt_figure figure = impact(&curve, 1);
    figure.title = "";
    char *script = script_of(&figure); /* no title, no gap for it */
    ck_assert_ptr_nonnull(strstr(script, "\nset tmargin 0.8\n"));
    ck_assert_ptr_nonnull(strstr(script, "set ylabel 'normal force −{/:Italic f_n}\u00a0(N)'"));
    free(script);
    figure.title = "A title that does not go into the width of such a figure";
    figure.size = (struct lt_size){0.05, 0.05};
    script = script_of(&figure);
    ck_assert_ptr_nonnull(strstr(script, "set title 'A title that does not'.\"\\n\".'"));
    char *label = strstr(script, "set ylabel 'normal force");
    ck_assert(label && strcspn(label, "\n") > strcspn(label, "\""));
    free(script);
}
END_TEST

/* At 85 x 60 mm numbers of four letters are some 40 of 380 units wide. */
START_TEST(tics_leave_room_for_their_numbers) {
    double x[2][2] = {{0, 55e3}, {-1e-3, 2e-3}}, y[2][2] = {{0, 45e3}, {0, 1e-3}};
    for (int i = 0; i < 2; i++) {
        const struct lt_curve curve = {"path", x[i], y[i], 2, LT_CURVE_RUN, NULL, 0};
        struct lt_figure figure = {.title = "",
                                   .x_text = "fs",
                                   .y_text = "ft",
                                   .x_unit = "N",
                                   .y_unit = "N",
                                   .curves = &curve,
                                   .n_curves = 1,
                                   .size = {0.085, 0.06},
                                   .equal = true};
        char *script = script_of(&figure);
        double lo, hi, step;
        ck_assert_int_eq(sscanf(strstr(script, "set xrange"), "set xrange [%lf:%lf]\nset xtics %lf",
                                &lo, &hi, &step),
                         3);
        ck_assert_double_ge(380 * step / (hi - lo), 40);
        free(script);
    }
}
END_TEST

/* Three curves on one another: each shows beside the one above it. */
START_TEST(curves_that_hide_each_other_show) {
    make_impact();
    const struct lt_curve curves[] = {{"a", t, fn, N, LT_CURVE_RUN, NULL, 0},
                                      {"b", t, fn, N, LT_CURVE_RUN, NULL, 0},
                                      {"c", t, fn, N, LT_CURVE_RUN, NULL, 0},
                                      {"d", t, un, N, LT_CURVE_RUN, NULL, 0}};
    struct lt_figure figure = impact(curves, 3);
    char *script = script_of(&figure);
    ck_assert_ptr_nonnull(strstr(script, "$curve1 with lines linetype 1 linewidth 8.4"));
    ck_assert_ptr_nonnull(strstr(script, "$curve2 with lines linetype 2 linewidth 5.4"));
    ck_assert_ptr_nonnull(strstr(script, "$curve3 with lines linetype 3 title"));
    free(script);
}
END_TEST

/* Colours come again with dashes, several sets of points with other marks, and the key says once
 * what many names have in common. */
START_TEST(many_curves_are_told_apart) {
    enum { MANY_CURVES = 12 };
    double x[] = {0, 1}, y[MANY_CURVES][2];
    char labels_of[MANY_CURVES][20];
    struct lt_curve curves[MANY_CURVES];
    for (int i = 0; i < MANY_CURVES; i++) {
        y[i][0] = 0;
        y[i][1] = i;
        snprintf(labels_of[i], sizeof labels_of[i], "ratio = %d", i);
        curves[i] = (struct lt_curve){labels_of[i], x, y[i], 2, LT_CURVE_RUN, NULL, 0};
    }
    struct lt_figure figure = impact(curves, MANY_CURVES);
    char *script = script_of(&figure);
    ck_assert_msg(strstr(script, "$curve1 with lines linetype 1 title '0'") != NULL, "%s",
                  strstr(script, "plot $"));
    ck_assert_ptr_nonnull(
        strstr(script, "$curve7 with lines linetype 1 dashtype (10,5) title '6'"));
    ck_assert_ptr_nonnull(strstr(script, "'ratio' at graph"));
    free(script);
    curves[0].role = curves[1].role = LT_CURVE_DATA;
    figure.n_curves = 2;
    script = script_of(&figure);
    ck_assert_ptr_nonnull(strstr(script, "$curve1 with points linetype 1 pointtype 6"));
    ck_assert_ptr_nonnull(strstr(script, "$curve2 with points linetype 2 pointtype 4"));
    free(script);
}
END_TEST

/* Where the key is: its rows, and how high in the drawing the frame begins; 0: in the frame. */
static int key_below(const char *script, double *bottom, bool *small) {
    int rows = 0;
    const char *key = strstr(script, "center bottom vertical maxrows "),
               *margin = strstr(script, "set bmargin at screen ");
    *small = strstr(script, "set key font small") != NULL;
    if (key) {
        ck_assert_int_eq(sscanf(key, "center bottom vertical maxrows %d", &rows), 1);
        ck_assert(margin && sscanf(margin, "set bmargin at screen %lf", bottom) == 1);
    }
    return rows;
}

/* Names of energies that find no room in their areas stand below the label of x, and the frame
 * keeps a third of the drawing. */
START_TEST(legend_leaves_the_frame_its_room) {
    enum { ACCOUNTS = 9 };
    static const char *const names_of[ACCOUNTS] = {
        "dashpot", "slip", "plastic", "roll", "twist", "cross", "fracture", "damping", "kinetic"};
    static const double sizes[][2] = {{0.133, 0.083}, {0.06, 0.05}, {0.05, 0.05}};
    double x[] = {0, 1}, edges[ACCOUNTS + 1][2] = {{0, 0}};
    struct lt_curve curves[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
        edges[i + 1][1] = edges[i][1] + 1;
        curves[i] = (struct lt_curve){.label = names_of[i],
                                      .x = x,
                                      .y = edges[i + 1],
                                      .count = 2,
                                      .role = LT_CURVE_AREA,
                                      .base = edges[i]};
    }
    struct lt_figure figure = {.title = "A title in two lines, where the figure is small",
                               .x_text = "t",
                               .y_text = "energy",
                               .x_unit = "s",
                               .y_unit = "J",
                               .curves = curves,
                               .n_curves = ACCOUNTS,
                               .size = {sizes[_i][0], sizes[_i][1]}};
    for (int n = 4; n <= ACCOUNTS; n++) {
        double bottom = 0, high = 6000 * sizes[_i][1];
        bool small;
        figure.n_curves = (size_t)n;
        char *script = script_of(&figure);
        const int rows = key_below(script, &bottom, &small);
        const bool titled = strstr(script, "set title 'A");
        ck_assert(rows > 0 || n < ACCOUNTS);
        ck_assert_double_ge(rows == 0 ? high : bottom * high, 80 + rows * (small ? 16 : 21));
        ck_assert_double_ge((1 - bottom) * high - (titled ? 72 : 18), high / 4);
        ck_assert(_i > 0 || !strstr(script, " more'"));
        free(script);
    }
}
END_TEST

/* Of curves on one another the key stands in the frame only if it covers no more than a quarter of
 * it. */
START_TEST(legend_covers_a_quarter_at_most) {
    make_impact();
    const struct lt_curve curves[] = {{"a name of some length", t, t, N, LT_CURVE_RUN, NULL, 0},
                                      {"another one as long", t, t, N, LT_CURVE_RUN, NULL, 0},
                                      {"and a third, its like", t, t, N, LT_CURVE_RUN, NULL, 0}};
    struct lt_figure figure = impact(curves, 3);
    char *script = script_of(&figure);
    ck_assert_ptr_nonnull(strstr(script, " left top\n"));
    free(script);
    figure.size = (struct lt_size){0.07, 0.06};
    script = script_of(&figure);
    ck_assert_ptr_null(strstr(script, " left top\n"));
    ck_assert_ptr_nonnull(strstr(script, "center bottom vertical"));
    free(script);
}
END_TEST

/* A name that is too long for the drawing is cut, by letters. */
START_TEST(long_names_end_in_the_figure) {
    make_impact();
    const struct lt_curve curves[] = {{"µµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµµ",
                                       t, fn, N, LT_CURVE_RUN, NULL, 0},
                                      {"b", t, un, N, LT_CURVE_RUN, NULL, 0}};
    struct lt_figure figure = impact(curves, 2);
    figure.size = (struct lt_size){0.05, 0.05};
    char *script = script_of(&figure);
    ck_assert_ptr_nonnull(strstr(script, "µ…'"));
    ck_assert_ptr_nonnull(strstr(script, "title 'b'"));
    free(script);
}
END_TEST

/* The name of a band stands in the key if the curve is in the band's middle, in it if not. */
START_TEST(name_of_a_band_is_not_on_the_curve) {
    double x[] = {0, 1, 2}, y[] = {5, 6, 5}, low[] = {1, 2, 1}, high[] = {9, 10, 9};
    const struct lt_curve curves[] = {{"band", x, high, 3, LT_CURVE_AREA, low, 0},
                                      {"fit", x, _i ? y : low, 3, LT_CURVE_RUN, NULL, 0},
                                      {"data", x, low, 3, LT_CURVE_DATA, NULL, 0}};
    struct lt_figure figure = impact(curves, 3);
    char *script = script_of(&figure);
    ck_assert_int_eq(strstr(script, "set label 1 'band'") != NULL, _i == 0);
    ck_assert_int_eq(strstr(script, " title 'band'") != NULL, _i == 1);
    free(script);
}
END_TEST

static const char *const titles[] = {
    "'\n`touch ran`\n! touch ran\nsystem 'touch ran' <svg>&\\",
    "' . system('touch ran') . '",
    "''.system('touch ran').''",
    "'''\";system 'touch ran'#",
    "x''''`touch ran`",
    "\"`touch ran`\"",
    "EOD",
    "\\",
};

START_TEST(user_text_runs_nothing) {
    make_impact();
    const struct lt_curve curves[] = {
        {"`touch ran`'.system('touch ran').'", t, fn, N, LT_CURVE_RUN, NULL, 0},
        {"it's {/:Bold b}\n\"`touch ran`\" \xff", t, un, N, LT_CURVE_THEORY, NULL, 0}};
    struct lt_figure figure = impact(curves, 2);
    figure.title = titles[_i];
    figure.x_text = "un'`touch ran`";
    figure.y_text = "{/:Bold `touch ran`";
    ck_drawn(&figure, "it''s | touch ran", LT_PLOT_SVG);
    ck_assert(!exists("ran"));
    ck_assert(exists("it''s | touch ran.svg"));
    ck_assert_int_eq(unlink("it''s | touch ran.svg"), 0);
    ck_assert_int_eq(system("gnuplot ./it*.gp"), 0);
    ck_assert(!exists("ran"));
    ck_assert(exists("it''s | touch ran.svg"));
    ck_assert_int_eq(count_files(), 2);
}
END_TEST

/* What a text holds of XML's own signs leaves the drawing well-formed. */
START_TEST(user_text_is_no_markup) {
    make_impact();
    const char *text = "]]><script>alert(1)</script> & ]]]]>";
    const struct lt_curve curves[] = {{text, t, fn, N, LT_CURVE_RUN, NULL, 0},
                                      {text, t, un, N, LT_CURVE_THEORY, NULL, 0}};
    struct lt_figure figure = impact(curves, 2);
    figure.title = figure.x_text = figure.y_text = text;
    ck_drawn(&figure, "a", LT_PLOT_SVG);
    ck_assert_int_ne(system("grep -q ']]>' a.svg"), 0);
    ck_assert_int_ne(system("grep -q '<script' a.svg"), 0);
    ck_assert_int_eq(system("grep -q ']]&gt;&lt;script' a.svg"), 0);
}
END_TEST

START_TEST(drawing_twice_gives_the_same_bytes) {
    make_impact();
    const struct lt_curve curve = {"simulated", un, fn, N, LT_CURVE_RUN, NULL, 0};
    struct lt_figure figure = impact(&curve, 1);
    ck_drawn(&figure, "a", LT_PLOT_SVG);
    ck_drawn(&figure, "b", LT_PLOT_SVG);
    ck_assert_int_eq(system("cmp a.svg b.svg"), 0);
    ck_drawn(&figure, "a", LT_PLOT_PNG);
    ck_drawn(&figure, "b", LT_PLOT_PNG);
    ck_assert_int_eq(system("cmp a.png b.png"), 0);
}
END_TEST

START_TEST(figure_of_a_theme) {
    make_impact();
    static double zero[N];
    const struct lt_curve curves[] = {{"simulated <&>", t, fn, N, LT_CURVE_RUN, NULL, 0},
                                      {"measured", t, fn, N, LT_CURVE_REFERENCE, NULL, 0},
                                      {"area", t, fn, N, LT_CURVE_AREA, zero, 0}};
    struct lt_figure figure = impact(curves, 3);
    figure.title = "a < b & \"c\"";
    ck_drawn(&figure, "light", LT_PLOT_SVG);
    figure.theme = LT_THEME_DARK;
    ck_drawn(&figure, "dark", LT_PLOT_SVG);
    figure.theme = LT_THEME_AUTO;
    ck_drawn(&figure, "auto", LT_PLOT_SVG);
    char *light = read_all("light.svg"), *dark = read_all("dark.svg"), *both = read_all("auto.svg");
    ck_assert_ptr_nonnull(strstr(light, "<title>a &lt; b &amp; &quot;c&quot;</title>"));
    ck_assert_ptr_nonnull(strstr(light, "<desc>normal force -fn (N) over overlap -un (um): "
                                        "simulated &lt;&amp;&gt;, measured, area</desc>"));
    /* Readers that squeeze blanks at the ends of a text's parts are told not to, and find none. */
    ck_assert_ptr_nonnull(strstr(light, "<svg role=\"img\" xml:space=\"preserve\""));
    ck_assert_ptr_nonnull(strstr(light, "\u00a0(N)</tspan>"));
    ck_assert_ptr_null(strstr(light, " </tspan><tspan"));
    ck_assert_ptr_nonnull(strstr(light, "fill=\"#ffffff\"/>"));
    ck_assert_ptr_nonnull(strstr(dark, "fill=\"#16181d\"/>"));
    ck_assert_ptr_null(strstr(light, "<style>"));
    /* What is light in one is dark in the other, and but for the rules it is the light one. */
    ck_assert_ptr_nonnull(strstr(both, "[fill=\"#ffffff\"]{fill:#16181d}"));
    ck_assert_ptr_nonnull(
        strstr(both, "[stroke=\"rgb(  0, 114, 178)\"]{stroke:rgb( 75, 163, 227)}"));
    char *style = strstr(both, "\n<style>"), *end = strstr(both, "</style>");
    ck_assert(style && end);
    memmove(style, end + 8, strlen(end + 8) + 1);
    ck_assert_str_eq(both, light);
    free(light);
    free(dark);
    free(both);
}
END_TEST

/* In characters; malloc'd. */
static char *in_characters(const struct lt_figure *figure) {
    char why[512] = "", *text = NULL;
    ck_assert_msg(lt_plot_figure(figure, "a", LT_PLOT_TERM, &text, why, sizeof why) ==
                      LT_PLOT_DRAWN,
                  "%s", why);
    return text;
}

START_TEST(terminal_drawing_is_ascii) {
    make_impact();
    const struct lt_curve curve = {"dt = 1 µs, 2 µm", un, fn, N, LT_CURVE_RUN, NULL, 0};
    struct lt_figure figure = impact(&curve, 1);
    char *text = in_characters(&figure);
    ck_assert_ptr_nonnull(strstr(text, "overlap -un (um)"));
    ck_assert_ptr_nonnull(strstr(text, "dt = 1 us, 2 um"));
    ck_assert_ptr_nonnull(strstr(text, "\n  normal force -fn (N) "));
    ck_assert_ptr_nonnull(strchr(text, '*'));
    for (const char *c = text; *c; c++)
        ck_assert_msg(*c == '\n' || (*c >= ' ' && *c <= '~'), "byte %d", *c);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        ck_assert_uint_le(strcspn(line, "\n"), 79);
    free(text);
    ck_assert(exists("a.gp") && !exists("a.svg"));
}
END_TEST

START_TEST(terminal_shows_the_edge_of_an_area) {
    double x[] = {0, 1, 2}, low[] = {1, 1, 1}, high[] = {2, 3, 2};
    const struct lt_curve area = {
        .label = "stored", .x = x, .y = high, .base = low, .count = 3, .role = LT_CURVE_AREA};
    struct lt_figure figure = impact(&area, 1);
    char *text = in_characters(&figure);
    size_t inked = 0;
    for (const char *c = text; *c; c++)
        inked += *c == '*';
    ck_assert_uint_ge(inked, 40);  /* the edge is as long as the frame is wide, some 60; */
    ck_assert_uint_le(inked, 100); /* and filled it would have hundreds */
    free(text);
}
END_TEST

/* Planes that rise to the right or upwards, over a straight or a logarithmic axis. */
static const struct {
    double dx, dy;
    bool x_log;
    const char *bottom; /* how the last line begins */
} planes[] = {
    {1, 0, false, "|000"},
    {0, 1, false, "|000000000000000000000000000000000000000000000000000000000000"},
    {1, 0, true, "|000"},
};

START_TEST(map_in_characters) {
    enum { ALONG = 40 };
    double x[ALONG], y[ALONG], z[ALONG * ALONG];
    for (int i = 0; i < ALONG; i++) {
        x[i] = planes[_i].x_log ? pow(10, 3.0 * i / (ALONG - 1)) : i;
        y[i] = i;
    }
    for (int i = 0; i < ALONG; i++)
        for (int j = 0; j < ALONG; j++)
            z[i * ALONG + j] = 10 + planes[_i].dx * i + planes[_i].dy * j;
    const double level = 25;
    const struct lt_map map = {x, y, z, ALONG, ALONG, "e_n", "", &level, 1};
    struct lt_figure figure = {.title = "Map",
                               .x_text = "vn",
                               .y_text = "fric",
                               .x_unit = "m/s",
                               .y_unit = "",
                               .map = &map,
                               .x_log = planes[_i].x_log};
    char *text = in_characters(&figure);
    size_t top = strcspn(text, "|"), bottom = strlen(text), stars = 0, nines = 0;
    for (int bars = 0; bars < 2; bars += text[bottom] == '|') /* those of the last line */
        bottom--;
    ck_assert_msg(strncmp(text + bottom, planes[_i].bottom, strlen(planes[_i].bottom)) == 0, "%s",
                  text);
    size_t right = top + 1 + strcspn(text + top + 1, "|");
    ck_assert_msg(text[right - 1] == '9', "%s", text);
    for (size_t i = top; i < bottom + 64; i++) {
        stars += text[i] == '*';
        nines += text[i] == '9';
    }
    ck_assert_ptr_nonnull(strstr(text, "0: 10 to 13.9, ..., 9: 45.1 to 49, *: 25"));
    ck_assert_uint_eq(stars, planes[_i].dx > 0 ? 14 : 64); /* one line across the frame */
    ck_assert_uint_ge(nines, 64 * 14 / 10 - 64);
    free(text);
}
END_TEST

/* A line for each level that is reached, with its value on it; on a logarithmic axis, too. */
START_TEST(contours_have_their_values) {
    enum { ALONG = 20 };
    double x[ALONG], y[ALONG], z[ALONG * ALONG];
    for (int i = 0; i < ALONG; i++) {
        x[i] = _i ? pow(10, i) : i;
        y[i] = i;
    }
    for (int i = 0; i < ALONG; i++)
        for (int j = 0; j < ALONG; j++)
            z[i * ALONG + j] = i;
    const double levels[] = {5, 12.25, 99};
    const struct lt_map map = {x, y, z, ALONG, ALONG, "e_n", "", levels, 3};
    struct lt_figure figure = {.title = "Map",
                               .x_text = "vn",
                               .y_text = "fric",
                               .x_unit = "m/s",
                               .y_unit = "",
                               .map = &map,
                               .x_log = _i};
    ck_drawn(&figure, "a", LT_PLOT_SVG);
    char *script = read_all("a.gp"), *svg = read_all("a.svg");
    ck_assert_ptr_nonnull(strstr(script, "levels discrete 5, 12.25, 99\n"));
    double place[2] = {0};
    char *label = strstr(script, "'5' at graph ");
    ck_assert_ptr_nonnull(label);
    ck_assert_int_eq(sscanf(label, "'5' at graph %lf,%lf", &place[0], &place[1]), 2);
    ck_within(place[0], 5.5 / ALONG, 0.01); /* half a cell is left of the first column */
    ck_assert(place[1] > 0.2 && place[1] < 0.8);
    ck_assert_ptr_nonnull(strstr(svg, ">12.25<"));
    ck_assert_ptr_null(strstr(svg, ">99<"));
    ck_assert_int_eq(system("(cat a.gp; echo 'set format x \"%g\"; set table \"lines\"'; "
                            "echo replot) | gnuplot"),
                     0);
    char *lines = read_all("lines");
    ck_assert_ptr_nonnull(strstr(lines, _i ? "1.77828e+12 " : "12.25 ")); /* 10^12.25 */
    free(lines);
    free(script);
    free(svg);
}
END_TEST

static const double odd[][3] = {
    {0, 0, 0},         {5, 5, 5},          {-3e-9, -3e-9, -3e-9},     {NAN, 1, 2},
    {1, NAN, 2},       {1, INFINITY, 2},   {1e-320, 2e-320, 0},       {1e300, -1e300, 0},
    {1, 1 + 1e-15, 1}, {1e-17, -1e-17, 0}, {100000, 100000.001, 1e5},
};

START_TEST(odd_ranges_are_drawn) {
    const double x[] = {0, 0, 0};
    const struct lt_curve curves[] = {{"a", odd[_i], x, 3, LT_CURVE_RUN, NULL, 0},
                                      {"b", x, odd[_i], 3, LT_CURVE_RUN, NULL, 0},
                                      {"c", odd[_i], odd[_i], 3, LT_CURVE_REFERENCE, NULL, 0}};
    struct lt_figure figure = impact(curves, 3);
    ck_drawn(&figure, "a", LT_PLOT_SVG);
    figure.n_curves = 1;
    ck_drawn(&figure, "a", LT_PLOT_SVG);
}
END_TEST

START_TEST(nothing_to_draw_leaves_no_file) {
    const double none[] = {NAN};
    const struct lt_curve curve = {NULL, none, none, (size_t)_i, LT_CURVE_RUN, NULL, 0};
    struct lt_figure figure = impact(&curve, 1);
    char why[512] = "";
    ck_assert_int_eq(lt_plot_figure(&figure, "a", LT_PLOT_SVG, NULL, why, sizeof why),
                     LT_PLOT_FAILED);
    ck_assert_str_eq(why, "there is no finite point to draw");
    ck_assert_int_eq(count_files(), 0);
}
END_TEST

/* ---- gnuplot missing or broken --------------------------------------------------------------- */

START_TEST(without_gnuplot_the_script_is_kept) {
    const double x[] = {0, 1};
    const struct lt_curve curve = {NULL, x, x, 2, LT_CURVE_RUN, NULL, 0};
    struct lt_figure figure = impact(&curve, 1);
    char why[512] = "";
    setenv("PATH", folder, 1);
    ck_assert_int_eq(lt_plot_figure(&figure, "a", LT_PLOT_SVG, NULL, why, sizeof why),
                     LT_PLOT_NO_GNUPLOT);
    ck_assert_str_eq(why, "gnuplot was not found; install the package gnuplot-nox "
                          "(the script is kept as a.gp)");
    ck_assert(exists("a.gp") && !exists("a.svg"));
}
END_TEST

START_TEST(gnuplot_that_the_shell_misses) {
    char why[512] = "", *output;
    size_t size;
    put_gnuplot("exit 127");
    ck_assert_int_eq(lt_gnuplot_run("", 0, 10, &output, &size, why, sizeof why),
                     LT_PLOT_NO_GNUPLOT);
    ck_assert_str_eq(why, "gnuplot was not found; install the package gnuplot-nox");
}
END_TEST

static const struct {
    const char *script, *why;
} broken[] = {
    {"echo '<svg>'; echo >&2; echo '   line 3: undefined variable: x' >&2; exit 1",
     "gnuplot failed: line 3: undefined variable: x (the script is kept as a.gp)"},
    {"exit 3", "gnuplot failed: it gave no reason (the script is kept as a.gp)"},
    {"kill -9 $$", "gnuplot failed: it gave no reason (the script is kept as a.gp)"},
    {"exit 0", "gnuplot's drawing is not complete (the script is kept as a.gp)"},
    {"echo '<svg>half'", "gnuplot's drawing is not complete (the script is kept as a.gp)"},
};

START_TEST(broken_gnuplot_leaves_the_old_figure) {
    const double x[] = {0, 1};
    const struct lt_curve curve = {NULL, x, x, 2, LT_CURVE_RUN, NULL, 0};
    struct lt_figure figure = impact(&curve, 1);
    char why[512] = "";
    ck_drawn(&figure, "a", LT_PLOT_SVG);
    put_gnuplot(broken[_i].script);
    ck_assert_int_eq(lt_plot_figure(&figure, "a", LT_PLOT_SVG, NULL, why, sizeof why),
                     LT_PLOT_FAILED);
    ck_assert_str_eq(why, broken[_i].why);
    char *svg = read_all("a.svg");
    ck_assert_ptr_nonnull(strstr(svg, "</svg>"));
    free(svg);
    ck_assert_int_eq(count_files(), 3);
}
END_TEST

START_TEST(gnuplot_that_hangs_is_ended) {
    char why[512] = "", *output;
    size_t size;
    double begun = lt_timing_now();
    put_gnuplot("exec sleep 60");
    ck_assert_int_eq(lt_gnuplot_run("", 0, 1, &output, &size, why, sizeof why), LT_PLOT_NO_GNUPLOT);
    ck_assert_str_eq(why, "gnuplot did not finish within 1 s and was killed");
    ck_assert_ptr_null(output);
    ck_assert_double_le(lt_timing_now() - begun, 10);
}
END_TEST

/* ---- Axes ------------------------------------------------------------------------------------ */

#define LONG_LABEL                                                                                 \
    "the force with which one of two equal beads of glass pushes the other while they "            \
    "collide, as measured in experiments and as computed with the µ of Table 2"

static const struct {
    const char *text, *unit;
    double lo, hi;
    const char *label;
    double scale;
} labels[] = {
    {"-un", "m", 0, 1.94e-4, "overlap −{/:Italic u_n} (µm)", 1e6},
    {"un", "m", -2e-9, 0, "normal displacement {/:Italic u_n} (nm)", 1e9},
    {"us", "m", -0.004, 0.003, "shear displacement {/:Italic u_s} (mm)", 1e3},
    {"- fn", "N", 0, 0.5, "normal force −{/:Italic f_n} (N)", 1},
    {"fs", "N", 0, 52e3, "shear force {/:Italic f_s} (kN)", 1e-3},
    {"math.abs(ft)", "N", 0, 3e-2, "shear force |{/:Italic f_t}| (mN)", 1e3},
    {"t", "s", 0, 3e-4, "time {/:Italic t} (µs)", 1e6},
    {"t", "s", 0, 2500, "time {/:Italic t} (s)", 1},
    {"mn", "N m", 0, 2e-3, "twisting moment {/:Italic m_n} (mN m)", 1e3},
    {"E_strain", "J", 0, 2e-7, "stored energy {/:Italic E}_{strain} (nJ)", 1e9},
    {"E_strain_n", "J", 0, 2, "energy {/:Italic E}_{strain\\_n} (J)", 1},
    {"E_residual", "J", 0, 3e-17, "energy residual {/:Italic E}_{residual} (10^{−17} J)", 1e17},
    {"e_n", "1", 0, 1, "normal restitution {/:Italic e_n}", 1},
    {"step", "1", 0, 100, "step", 1},
    {"t_contact", "s", 0, 2e-4, "contact time {/:Italic t_{contact}} (µs)", 1e6},
    {"overlap_max", "m", 0, 2e-4, "largest overlap {/:Italic u_{n,max}} (µm)", 1e6},
    {"un*fn", "", 0, 1, "un*fn", 1},
    {"my_column", "kg", 0, 1e-3, "my_column (1e-3 kg)", 1e3},
    {LONG_LABEL, "N", 0, 2e4, LONG_LABEL " (kN)", 1e-3},
    {"overlap δ (µm)", "m", 0, 4e-6, "overlap δ (µm)", 1e6},
    {"overlap (µm)", "m", 0, 4e-3, "overlap (µm)", 1e6},
    {"force [mN]", "N", 0, 4, "force [mN]", 1e3},
    {"restitution (-)", "1", 0, 1, "restitution (-)", 1},
    {"force (measured)", "N", 0, 4, "force (measured) (N)", 1},
    {"force (mm)", "N", 0, 4, "force (mm) (N)", 1},
    {"as", "rad", 0, 2e-3, "rolling {/:Italic a_s} (mrad)", 1e3},
    {"as", "rad", 0, 0.6, "rolling {/:Italic a_s} (rad)", 1},
    {"ws", "rad/s", 0, 2e-3, "rolling rate {/:Italic ω_s} (mrad/s)", 1e3},
    {"bending (mrad)", "rad", 0, 2e-3, "bending (mrad)", 1e3},
    {"overlap (\u03bcm)", "m", 0, 4e-6, "overlap (\u03bcm)", 1e6}, /* the Greek letter */
};

START_TEST(axis_label_and_unit) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_axis axis = lt_axis_new(labels[_i].text, labels[_i].unit, labels[_i].lo,
                                      labels[_i].hi, false, false, arena);
    ck_assert_str_eq(axis.label, labels[_i].label);
    ck_near(axis.scale, labels[_i].scale, 1e-12);
    lt_arena_free(arena);
}
END_TEST

static const struct {
    const char *name, *doc, *words;
} words[] = {
    {"e_n", "whatever", "e_n"},
    {"fric", "friction coefficient; not given: the contact sticks", "friction coefficient fric"},
    {"lambda", "hunt-crossley: k d^(3/2) lambda v", "lambda"},
    {"psi2_exact", NULL, "psi2 exact"},
    {"k", "a doc of more than forty letters is not the label of an axis", "k"},
};

START_TEST(quantity_in_words) {
    struct lt_arena *arena = lt_arena_new();
    ck_assert_str_eq(lt_axis_words(words[_i].name, words[_i].doc, arena), words[_i].words);
    lt_arena_free(arena);
}
END_TEST

static const struct {
    double value;
    const char *unit, *printed, *typed;
} quantities[] = {
    {1.82e-5, "s", "18.2 µs", "18.2 us"},
    {-2e-6, "m", "-2 µm", "-2 um"},
    {1e-3, "rad", "1 mrad", "1 mrad"},
    {2.5e-5, "rad/s", "25 µrad/s", "25 urad/s"},
    {0.5, "rad", "0.5 rad", "0.5 rad"},
    {-4000, "rad/s", "-4000 rad/s", "-4000 rad/s"},
    {0, "rad", "0 rad", "0 rad"},
    {4e-6, "1", "4e-06", "4e-06"},
    {1e-6, "radians", "1e-06 radians", "1e-06 radians"},
};

START_TEST(quantity_in_print) {
    char text[64];
    ck_assert_str_eq(lt_summary_printed(quantities[_i].value, quantities[_i].unit, text, 64),
                     quantities[_i].printed);
    ck_assert_str_eq(lt_summary_quantity(quantities[_i].value, quantities[_i].unit, text, 64),
                     quantities[_i].typed);
}
END_TEST

/* The powers of ten stand at the tics. */
START_TEST(logarithmic_axis_has_no_factor) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_axis axis = lt_axis_new("k", "", 1e9, 5e10, false, true, arena);
    ck_assert_str_eq(axis.label, "k");
    ck_assert_double_eq(axis.scale, 1);
    lt_arena_free(arena);
}
END_TEST

static const struct {
    double lo, hi, from, to, step;
} ranges[] = {
    {0, 160, 0, 170, 20}, {-160, 160, -175, 175, 50}, {0, 0, -0.6, 0.6, 0.2},
    {5, 5, 2, 8, 1},      {-2.23, 8.1, -3, 9, 2},
};

START_TEST(axis_range_holds_the_data) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_axis axis = lt_axis_new("x", "", ranges[_i].lo, ranges[_i].hi, false, false, arena);
    ck_assert(axis.lo <= ranges[_i].lo && axis.hi >= ranges[_i].hi);
    ck_within(axis.lo, ranges[_i].from, 1e-9);
    ck_within(axis.hi, ranges[_i].to, 1e-9);
    ck_within(axis.step, ranges[_i].step, 1e-9);
    lt_arena_free(arena);
}
END_TEST

/* ---- Paths ----------------------------------------------------------------------------------- */

enum { MANY = 200000 };
static double px[MANY], py[MANY];
static size_t kept[MANY];

/* Distance of point i from the line through the kept points around it. */
static double off_line(size_t i, size_t a, size_t b) {
    double dx = px[b] - px[a], dy = py[b] - py[a], length = hypot(dx, dy);
    if (length == 0)
        return hypot(px[i] - px[a], py[i] - py[a]);
    return fabs((px[i] - px[a]) * dy - (py[i] - py[a]) * dx) / length;
}

START_TEST(thinning_keeps_the_shape) {
    size_t peak = 0;
    for (size_t i = 0; i < MANY; i++) { /* a decaying oscillation with a corner and a spike */
        double s = (double)i / MANY;
        px[i] = s;
        py[i] = s < 0.5 ? 0.5 + 0.4 * exp(-3 * s) * sin(200 * s) : s;
        if (i == 150000)
            py[i] = 0.99999;
        peak = py[i] > py[peak] ? i : peak;
    }
    size_t n = lt_path_thin((struct lt_path){px, py, MANY}, 2000, kept);
    ck_assert_uint_le(n, 2000);
    ck_assert_uint_eq(kept[0], 0);
    ck_assert_uint_eq(kept[n - 1], MANY - 1);
    bool has_peak = false, has_spike = false;
    for (size_t k = 0; k < n; k++) {
        has_peak = has_peak || kept[k] == peak;
        has_spike = has_spike || kept[k] == 150000;
        for (size_t i = k ? kept[k - 1] : 0; k && i < kept[k]; i++)
            ck_assert_double_lt(off_line(i, kept[k - 1], kept[k]), 5e-4);
    }
    ck_assert(has_peak && has_spike);
}
END_TEST

/* Swings of a few pixels, and of many: edges and strokes. */
START_TEST(fast_swings_have_edges) {
    static size_t edges[MANY + LT_PATH_EDGES];
    for (int slow = 0; slow < 2; slow++) {
        for (size_t i = 0; i < MANY; i++) { /* they fade, from 0.25 to 0.75 */
            double s = (double)i / MANY, a = s < 0.25 || s > 0.75 ? 0 : 0.4 * (1 - s);
            px[i] = s;
            py[i] = 0.5 + a * sin((slow ? 200 : 5000) * s);
        }
        struct lt_path path = {px, py, MANY};
        size_t n = lt_path_thin(path, 4000, kept), lifted = 0;
        size_t m = lt_path_outline(path, kept, n, edges);
        if (slow) {
            ck_assert_uint_eq(m, 0);
            continue;
        }
        ck_assert_uint_lt(m, 400);
        for (size_t k = 0; k < m; k++) {
            lifted += edges[k] == LT_PATH_LIFTED;
            if (edges[k] == LT_PATH_LIFTED || px[edges[k]] < 0.26 || px[edges[k]] > 0.74)
                continue;
            double edge = 0.4 * (1 - px[edges[k]]);
            ck_within(py[edges[k]] - 0.5, lifted == 1 ? edge : -edge, 0.02 * edge);
        }
        ck_assert_uint_eq(lifted, 3);
        px[MANY / 2] = 0; /* a path that falls back is drawn as it is */
        ck_assert_uint_eq(lt_path_outline(path, kept, n, edges), 0);
    }
}
END_TEST

START_TEST(thinning_keeps_turns_and_gaps) {
    for (size_t i = 0; i < 1001; i++) { /* there and back on one line, then a gap */
        px[i] = py[i] = i <= 300 ? (double)i / 300 : 1 - (double)(i - 300) / 700;
        if (i > 500 && i < 600)
            py[i] = NAN;
    }
    size_t n = lt_path_thin((struct lt_path){px, py, 1001}, 2000, kept);
    const size_t want[] = {0, 300, 500, 501, 600, 1000};
    ck_assert_uint_eq(n, sizeof want / sizeof want[0]);
    for (size_t i = 0; i < n; i++)
        ck_assert_uint_eq(kept[i], want[i]);
}
END_TEST

START_TEST(thinning_bounds_noise) {
    unsigned seed = 1;
    for (size_t i = 0; i < MANY; i++) {
        seed = seed * 1664525u + 1013904223u;
        px[i] = (double)i / MANY;
        py[i] = seed / 4294967296.0;
    }
    size_t n = lt_path_thin((struct lt_path){px, py, MANY}, 2000, kept);
    ck_assert_uint_le(n, 4 * LT_PATH_COLUMNS);
    ck_assert_uint_ge(n, LT_PATH_COLUMNS);
}
END_TEST

enum { SWINGS = 11410, EACH = 16 }; /* half swings, and points of one */

/* Lowest and highest of the chosen points in each column. */
static void find_envelope(const size_t *chosen, size_t n, double low[], double high[]) {
    for (size_t c = 0; c < LT_PATH_COLUMNS; c++) {
        low[c] = INFINITY;
        high[c] = -INFINITY;
    }
    for (size_t k = 0; k < n; k++) {
        size_t c = (size_t)(px[chosen[k]] * LT_PATH_COLUMNS);
        low[c] = fmin(low[c], py[chosen[k]]);
        high[c] = fmax(high[c], py[chosen[k]]);
    }
}

START_TEST(thinning_keeps_the_envelope_of_swings) {
    static double low[2][LT_PATH_COLUMNS], high[2][LT_PATH_COLUMNS];
    static size_t all[MANY];
    size_t count = SWINGS * EACH;
    for (size_t i = 0; i < count; i++) { /* ever slower, as rows of an adaptive step may be */
        double s = (double)i / (double)count;
        all[i] = i;
        px[i] = s * s;
        py[i] = 0.5 + 0.4 * exp(-3 * px[i]) * sin(M_PI * (double)i / EACH + 0.1 * s);
    }
    size_t n = lt_path_thin((struct lt_path){px, py, count}, 2000, kept);
    ck_assert_uint_le(n, 4 * LT_PATH_COLUMNS);
    ck_assert(kept[0] == 0 && kept[n - 1] == count - 1);
    find_envelope(all, count, low[0], high[0]);
    find_envelope(kept, n, low[1], high[1]);
    for (size_t c = 0; c < LT_PATH_COLUMNS; c++) {
        ck_assert_double_eq(low[0][c], low[1][c]);
        ck_assert_double_eq(high[0][c], high[1][c]);
    }
}
END_TEST

/* Whether a line from A to B passes within a pixel's diagonal of the point X, Y. */
static bool passes(size_t a, size_t b, double x, double y) {
    double dx = px[b] - px[a], dy = py[b] - py[a], square = dx * dx + dy * dy;
    double along = square > 0 ? ((x - px[a]) * dx + (y - py[a]) * dy) / square : 0;
    along = fmin(fmax(along, 0), 1);
    return hypot((px[a] + along * dx - x) * LT_PATH_COLUMNS,
                 (py[a] + along * dy - y) * LT_PATH_ROWS) < 1.5;
}

/* Loops that shrink, round and round: each point lies on what is left of the line, to a pixel. */
START_TEST(thinning_keeps_what_loops_cover) {
    size_t count = SWINGS / 2 * 32;
    ck_assert_uint_le(count, MANY);
    for (size_t i = 0; i < count; i++) {
        double s = (double)i / (double)count, angle = 2 * M_PI * (double)i / 32;
        px[i] = 0.5 + 0.45 * exp(-2 * s) * cos(angle);
        py[i] = 0.5 + 0.45 * exp(-2 * s) * sin(angle);
    }
    static size_t room[2 * MANY];
    struct lt_path path = {px, py, count};
    size_t n = lt_path_uncover(path, room, lt_path_thin(path, 4000, room));
    ck_assert_uint_le(n, count / 3);
    ck_assert(room[0] == 0 && room[n - 1] == count - 1);
    for (size_t i = 0; i < count; i += 97) {
        bool seen = false;
        for (size_t k = 1; k < n && !seen; k++)
            seen = room[k] != LT_PATH_LIFTED && room[k - 1] != LT_PATH_LIFTED &&
                   passes(room[k - 1], room[k], px[i], py[i]);
        ck_assert_msg(seen, "point %zu is not on the line", i);
    }
}
END_TEST

START_TEST(marks_are_all_drawn) {
    unsigned seed = 1;
    for (size_t i = 0; i < MANY; i++) {
        seed = seed * 1664525u + 1013904223u;
        px[i] = seed / 4294967296.0;
        seed = seed * 1664525u + 1013904223u;
        py[i] = seed / 4294967296.0;
    }
    ck_assert_uint_eq(lt_path_scatter((struct lt_path){px, py, 9999}, 10000, kept), 9999);
    size_t n = lt_path_scatter((struct lt_path){px, py, MANY}, 10000, kept);
    ck_assert_uint_ge(n, 30000); /* a cell for each mark, almost all taken */
    ck_assert_uint_le(n, 37500);
}
END_TEST

/* Who left points out says so. */
START_TEST(points_left_out_are_counted) {
    make_impact();
    double few[] = {1, 2, NAN};
    const struct lt_curve curves[] = {
        {.label = "measured", .x = t, .y = fn, .count = N, .role = LT_CURVE_REFERENCE},
        {.x = few, .y = few, .count = 3, .role = LT_CURVE_DATA},
        {.label = "all", .x = t, .y = un, .count = 2000, .role = LT_CURVE_DATA}};
    struct lt_figure figure = impact(curves, 3);
    ck_drawn(&figure, "a", LT_PLOT_SVG);
    char *script = read_all("a.gp");
    char *told = strstr(script, "'measured (");
    size_t drawn = 0, lines = 0;
    ck_assert_ptr_nonnull(told);
    ck_assert_int_eq(sscanf(told, "'measured (%zu of 5000 points)'", &drawn), 1);
    for (char *c = strstr(script, "$curve1 <<"); strncmp(c, "\nEOD", 4) != 0; c++)
        lines += *c == '\n';
    ck_assert_uint_eq(drawn, lines);
    ck_assert_ptr_nonnull(strstr(script, "'2 of 3 points'"));
    ck_assert_ptr_nonnull(strstr(script, "'all'"));
    free(script);
}
END_TEST

static const struct {
    const char *name;
    size_t count, first, last;
    double x[9], y[9];
} loops[] = {
    {"impact with free flight", 7, 1, 5, {-.2, -.1, .0, .5, .2, 0, -.3}, {0, 0, .3, .8, .1, 0, 0}},
    {"plastic unloading", 4, 0, 3, {0, .5, .9, .6}, {0, .5, .9, 0}},
    {"dashpot with tensile cut-off", 5, 0, 4, {0, .8, .9, .3, 0}, {.5, .9, .7, 0, 0}},
    {"cycle after loading", 6, 1, 5, {.3, .9, .4, .1, .6, .9}, {.3, .9, .9, .1, .1, .9}},
};

START_TEST(path_that_encloses_an_area) {
    struct lt_loop loop;
    struct lt_path path = {loops[_i].x, loops[_i].y, loops[_i].count};
    ck_assert_msg(lt_path_loops(path, 0, 1, &loop) == 1, "%s: no loop", loops[_i].name);
    ck_assert_uint_eq(loop.first, loops[_i].first);
    ck_assert_uint_eq(loop.last, loops[_i].last);
}
END_TEST

START_TEST(path_that_encloses_none) {
    const double x[] = {0, .5, 1}, y[] = {0, .4, 1}, gap[] = {0, NAN, 0};
    struct lt_loop loop;
    ck_assert_uint_eq(lt_path_loops((struct lt_path){x, y, 3}, 0, 1, &loop), 0);
    ck_assert_uint_eq(lt_path_loops((struct lt_path){y, gap, 3}, 0, 1, &loop), 0);
    ck_assert_uint_eq(lt_path_loops((struct lt_path){x, y, 0}, 0, 1, &loop), 0);
}
END_TEST

START_TEST(each_contact_is_a_loop) {
    const double x[] = {-.2, 0, .8, 0, -.3, -.1, 0, .4, 0, -.2},
                 y[] = {0, .5, .9, 0, 0, 0, .3, .5, 0, 0};
    struct lt_loop found[5];
    ck_assert_uint_eq(lt_path_loops((struct lt_path){x, y, 10}, 0, 5, found), 2);
    ck_assert(found[0].first == 0 && found[1].first == 5);
    ck_assert(found[0].last == 3 && found[1].last == 8);
}
END_TEST

/* Many swings that do not come back to where they were enclose no area that says anything; of those
 * that do the last is drawn. */
START_TEST(many_cycles_are_no_single_loop) {
    struct lt_loop loop;
    for (int shrinks = 0; shrinks < 2; shrinks++) {
        for (size_t i = 0; i < 800; i++) {
            double angle = 2 * M_PI * (double)i / 200,
                   size = 0.4 * (shrinks ? 1 - (double)i / 1000 : 1);
            px[i] = 0.5 + size * sin(angle);
            py[i] = 0.5 + size * sin(angle + 0.4);
        }
        size_t n = lt_path_loops((struct lt_path){px, py, 800}, 0, 1, &loop);
        ck_assert_uint_eq(n, shrinks ? 0 : 1);
        if (n == 1)
            ck_assert_uint_le(loop.last - loop.first, 205);
    }
}
END_TEST

/* ---- The figure of a run --------------------------------------------------------------------- */

START_TEST(figure_of_a_run) {
    double cells[] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct lt_program program = {.title = "A hit"};
    struct lt_result result = {.table = {.columns = 4, .rows = 2, .cells = cells}};
    struct lt_formula theory = {.text = "kn*un"};
    struct lt_plot plot = {.x_text = "-un",
                           .y_text = "-fn",
                           .x_unit = "m",
                           .y_unit = "N",
                           .x_column = 1,
                           .y_column = 3,
                           .theory_column = 2,
                           .theory = &theory,
                           .reference = "kharaz.csv"};
    FILE *file = fopen("kharaz.csv", "w");
    fputs("a,b,c\n1,10,100\n2,20,200\n3,30,300\n", file);
    fclose(file);
    struct lt_figure *figure = lt_plot_of_run(&program, &plot, &result);
    ck_assert_str_eq(figure->title, "A hit");
    ck_assert_uint_eq(figure->n_curves, 3);
    ck_assert(figure->curves[0].x[1] == 5 && figure->curves[0].y[1] == 7);
    ck_assert_int_eq(figure->curves[0].role, LT_CURVE_RUN);
    ck_assert(figure->curves[1].x[1] == 5 && figure->curves[1].y[1] == 6);
    ck_assert_int_eq(figure->curves[1].role, LT_CURVE_THEORY);
    ck_assert_uint_eq(figure->curves[2].count, 3);
    ck_assert(figure->curves[2].x[2] == 3 && figure->curves[2].y[2] == 30);
    ck_assert_str_eq(figure->curves[2].label, "kharaz");
    lt_plot_free(figure);
    plot.x_text = "b"; /* columns named like the axes are taken */
    plot.y_text = "c";
    figure = lt_plot_of_run(&program, &plot, &result);
    ck_assert(figure->curves[2].x[2] == 30 && figure->curves[2].y[2] == 300);
    lt_plot_free(figure);
}
END_TEST

/* Several y are curves of one figure, on an axis of what they are. */
START_TEST(figure_of_several_y) {
    double cells[] = {0, 1, 2, 3, 4, 5};
    struct lt_program program = {.title = "A hit"};
    struct lt_result result = {.table = {.columns = 3, .rows = 2, .cells = cells}};
    struct lt_ordinate more = {.text = "fs_trial", .column = 2};
    struct lt_plot plot = {.x_text = "us",
                           .y_text = "fs",
                           .x_unit = "m",
                           .y_unit = "N",
                           .y_column = 1,
                           .more = &more,
                           .n_more = 1};
    struct lt_figure *figure = lt_plot_of_run(&program, &plot, &result);
    ck_assert_uint_eq(figure->n_curves, 2);
    ck_assert(figure->curves[0].y[1] == 4 && figure->curves[1].y[1] == 5);
    ck_assert_str_eq(figure->curves[0].label, "fs");
    ck_assert_str_eq(figure->curves[1].label, "fs_trial");
    ck_assert_str_eq(figure->y_text, "force");
    lt_plot_free(figure);
    const char *labels_of_y[] = {"held", "trial"};
    plot.labels = labels_of_y;
    plot.n_labels = 2;
    plot.y_label = "shear force";
    figure = lt_plot_of_run(&program, &plot, &result);
    ck_assert_str_eq(figure->curves[0].label, "held");
    ck_assert_str_eq(figure->curves[1].label, "trial");
    ck_assert_str_eq(figure->y_text, "shear force");
    lt_plot_free(figure);
    plot.n_more = 0; /* one curve has a name, too */
    plot.n_labels = 1;
    figure = lt_plot_of_run(&program, &plot, &result);
    ck_assert_str_eq(figure->curves[0].label, "held");
    lt_plot_free(figure);
}
END_TEST

/* Of a stage: from the row on at which it begins, each time that it is run; its events alone. */
START_TEST(figure_of_a_stage) {
    double cells[] = {0, 0, 0, 1, 1, 2, 1, 3, 0, 4, 1, 5}; /* stage, t */
    struct lt_event_result events[] = {{.name = "slip", .mode = -1, .stage = 0, .row = 1},
                                       {.name = "slip", .mode = -1, .stage = 1, .row = 2},
                                       {.name = "slip", .mode = -1, .stage = 1, .row = 5}};
    struct lt_program program = {.title = "A hit"};
    struct lt_result result = {
        .table = {.columns = 2, .rows = 6, .cells = cells}, .n_events = 3, .events = events};
    struct lt_plot plot = {.x_text = "t",
                           .y_text = "t",
                           .x_unit = "s",
                           .y_unit = "s",
                           .x_column = 1,
                           .y_column = 1,
                           .stage = "shear",
                           .stage_index = 1,
                           .n_events = 1,
                           .events = (const char *[]){"slip"}};
    struct lt_figure *figure = lt_plot_of_run(&program, &plot, &result);
    static const double want[] = {1, 2, 3, 4, 5};
    ck_assert_uint_eq(figure->n_curves, 2);
    ck_assert_uint_eq(figure->curves[0].count, 5);
    ck_assert_mem_eq(figure->curves[0].x, want, sizeof want);
    ck_assert_uint_eq(figure->curves[1].count, 2);
    ck_assert(figure->curves[1].x[0] == 2 && figure->curves[1].x[1] == 5);
    lt_plot_free(figure);
    plot.stage_index = 0;
    figure = lt_plot_of_run(&program, &plot, &result);
    static const double first[] = {0, 1, 3, 4};
    ck_assert_uint_eq(figure->curves[0].count, 4);
    ck_assert_mem_eq(figure->curves[0].x, first, sizeof first);
    ck_assert(figure->curves[1].count == 1 && figure->curves[1].x[0] == 1);
    lt_plot_free(figure);
}
END_TEST

START_TEST(reference_that_cannot_be_read) {
    double cells[] = {0, 1};
    char why[512] = "";
    struct lt_program program = {.title = ""};
    struct lt_result result = {.table = {.columns = 2, .rows = 1, .cells = cells}};
    struct lt_plot plot = {.x_text = "t",
                           .y_text = "fn",
                           .x_unit = "s",
                           .y_unit = "N",
                           .y_column = 1,
                           .reference = "none.csv"};
    struct lt_figure *figure = lt_plot_of_run(&program, &plot, &result);
    ck_assert_int_eq(lt_plot_figure(figure, "a", LT_PLOT_SVG, NULL, why, sizeof why),
                     LT_PLOT_FAILED);
    ck_assert_str_eq(why, "none.csv: No such file or directory");
    ck_assert_int_eq(count_files(), 0);
    lt_plot_free(figure);
}
END_TEST

/* ---- Kinds ----------------------------------------------------------------------------------- */

static const char *const sheet_names[] = {
    "t",      "un",       "fn",         "us",     "fs",       "ft",         "E_kinetic",
    "E_work", "E_strain", "E_strain_n", "E_slip", "E_defect", "E_residual", NULL};
static const double sheet_cells[] = {
    0, 0,    0,  0, 0, 0, 4, 0, 1, 1, 0, 0,  0, /* 5 are there, */
    1, -0.1, -9, 1, 3, 4, 3, 1, 2, 1, 2, -1, 0, /* 1 comes in, and -1 hangs below zero */
};
static const struct lt_sheet sheet = {sheet_names, sheet_cells, 13, 2, 0.5, {NULL, NULL}};

START_TEST(energies_add_up_to_what_was_put_in) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_figure figure = {0};
    ck_assert_ptr_null(lt_kind_figure(LT_KIND_ENERGY, &sheet, &figure, arena));
    ck_assert_uint_eq(figure.n_curves, 5);
    static const char *const accounts[] = {"slip", "defect", "stored", "kinetic", "supplied"};
    for (size_t row = 0; row < 2; row++) {
        double sum = 0, top = 0, bottom = 0;
        for (size_t c = 0; c < 4; c++) {
            const struct lt_curve *area = &figure.curves[c];
            ck_assert_str_eq(area->label, accounts[c]);
            ck_assert_int_eq(area->role, LT_CURVE_AREA);
            sum += area->y[row] - area->base[row];
            top = fmax(top, area->y[row]);
            bottom = fmin(bottom, area->base[row]);
        }
        ck_assert_double_eq(sum, top - bottom); /* no area covers another */
        ck_assert_double_eq(top + bottom, figure.curves[4].y[row]);
    }
    ck_drawn(&figure, "a", LT_PLOT_SVG);
    lt_arena_free(arena);
}
END_TEST

static const struct {
    enum lt_kind_of_figure kind;
    const char *x, *y;
    size_t curves;
    double x1, y1; /* the second point of the first curve */
} figures[] = {
    {LT_KIND_NORMAL, "-un", "-fn", 1, 0.1, 9},     {LT_KIND_SHEAR, "us", "fs", 1, 1, 3},
    {LT_KIND_TIME, "t", "contact force", 3, 1, 9}, {LT_KIND_CONE, "-fn", "hypot(fs, ft)", 2, 9, 5},
    {LT_KIND_HODOGRAPH, "fs", "ft", 2, 3, 4},      {LT_KIND_RESIDUAL, "t", "E_residual", 1, 1, 0},
};

START_TEST(figure_of_a_kind) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_figure figure = {0};
    ck_assert_ptr_null(lt_kind_figure(figures[_i].kind, &sheet, &figure, arena));
    ck_assert_str_eq(figure.x_text, figures[_i].x);
    ck_assert_str_eq(figure.y_text, figures[_i].y);
    ck_assert_uint_eq(figure.n_curves, figures[_i].curves);
    ck_assert_double_eq(figure.curves[0].x[1], figures[_i].x1);
    ck_assert_double_eq(figure.curves[0].y[1], figures[_i].y1);
    if (figures[_i].kind == LT_KIND_CONE)
        ck_assert_double_eq(figure.curves[1].y[1], 4.5);
    if (figures[_i].kind == LT_KIND_HODOGRAPH)
        ck_assert_double_eq(figure.curves[1].x[0], 4.5);
    lt_arena_free(arena);
}
END_TEST

/* A step goes over the touch: there is no force before it, and none after it. */
START_TEST(no_force_without_a_contact) {
    static const char *const names[] = {"t", "un", "fn", NULL};
    static const double cells[] = {0, 3, 0, 1, -1, -8, 2, -2, -9, 3, 2, 0};
    const struct lt_sheet steps = {names, cells, 3, 4, NAN, {NULL, NULL}};
    struct lt_arena *arena = lt_arena_new();
    struct lt_curve curve = {.x = lt_kind_column(&steps, "t", arena),
                             .y = lt_kind_column(&steps, "-fn", arena),
                             .count = 4};
    struct lt_curve drawn = lt_kind_touch(&steps, curve, "s", "N", arena);
    const double t_drawn[] = {0, 0.75, 1, 2, 2.5, 3}, force[] = {0, 0, 8, 9, 0, 0};
    ck_assert_uint_eq(drawn.count, 6);
    for (size_t i = 0; i < 6; i++)
        ck_assert(drawn.x[i] == t_drawn[i] && drawn.y[i] == force[i]);
    curve.y = lt_kind_column(&steps, "-un", arena);
    drawn = lt_kind_touch(&steps, curve, "s", "m", arena);
    ck_assert(drawn.y[1] == 0 && drawn.y[4] == 0);
    ck_assert_uint_eq(lt_kind_touch(&steps, curve, "s", "", arena).count, 4);
    lt_arena_free(arena);
}
END_TEST

/* An oblique impact with dashpots; what is drawn under Coulomb's limit is what the law limits, by
 * the normal force that it goes by, so that a right law stays within it. */
static const struct {
    const char *law;
    size_t curves; /* 0: no limit, since it is not friction times a normal force */
} limited[] = {
    {"name: mindlin, young_eff: 3e7, shear_eff: 1e7, en: 0.7, phi: 0.5, fric: 0.3", 2},
    {"name: mindlin, young_eff: 3e7, shear_eff: 1e7, en: 0.7, phi: 0.5, fric: 0.3, cap_by: elastic",
     3},
    {"name: mindlin, young_eff: 3e7, shear_eff: 1e7, en: 0.7, phi: 0.5, fric: 0.3, cap_on: elastic",
     3},
    {"name: mindlin, young_eff: 3e7, shear_eff: 1e7, en: 0.7, phi: 0.5, fric: 0.3, cap_by: "
     "absolute",
     2},
    {"name: mindlin, young_eff: 3e7, shear_eff: 1e7, en: 0.7, phi: 0.5, fric: 0.3, tangential: "
     "partial-slip",
     3},
    {"name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.2, dp_sratio: 0.3", 3},
    {"name: linear-elastic, kn: 1e5, kt: 1e9, en: 0.5, fric: 0.2, cap_by: total, dp_mode: "
     "no-tension-slip-cut",
     2},
    {"name: contact, tangential: linear, kn: 1e5, ks: 5e4, fric: 0.3, damping: constant, cn: 2, "
     "tangential_ratio: 1",
     2},
    {"name: idealelpl, kn: 1e5, kt: 5e4, tanPhi: 0.3, noSlip: true", 0},
};

START_TEST(cone_holds_what_the_law_limits) {
    struct ran ran = run("lawtester: 1\n"
                         "particles:\n"
                         "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
                         "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
                         "law: {%s}\n"
                         "stages:\n"
                         "  - {whats: ii...., values: [-1, 2, 0, 0, 0, 0], until: rebound}\n"
                         "plots: [{kind: cone}]\n",
                         limited[_i].law);
    struct lt_figure *figure = lt_plot_of_run(ran.program, ran.program->plots, ran.result);
    ck_assert_ptr_null(figure->wrong);
    const struct lt_curve *limit = &figure->curves[figure->n_curves - 1];
    ck_assert_uint_eq(limit->role == LT_CURVE_THEORY ? figure->n_curves : 0, limited[_i].curves);
    if (limit->role == LT_CURVE_THEORY) {
        const double most = limit->x[limit->count - 1], mu = limit->y[limit->count - 1] / most;
        const double back = limit->x[0] < 0 ? -mu : 0;
        const struct lt_curve *held = limit - 1;
        double reached = 0;
        for (size_t i = 0; i < held->count; i++) {
            const double allowed = held->x[i] < 0 ? back * held->x[i] : mu * held->x[i];
            ck_assert_double_le(held->y[i], allowed + 1e-9 * most);
            reached = fmax(reached, allowed > 0.1 * most * mu ? held->y[i] / allowed : 0);
        }
        ck_assert_double_gt(reached, 0.99);
    }
    lt_plot_free(figure);
    done(&ran);
}
END_TEST

/* Friction sets in between two points. The corner is where both branches meet, and the shorter the
 * steps are, the nearer is the line, until it does not show; a corner with a point of its own, that
 * of the exact run, is none. */
START_TEST(corner_between_two_points) {
    static const char *const motions[] = {"dt: 3e-3", "dt: 1.7e-3", "dt: 2e-4",
                                          "dt: 3e-3, integrator: exact",
                                          "dt: 3e-3, lever: slip-radius, frame: bodies"};
    static const bool shows[] = {true, true, false, false, false};
    struct ran ran = run("lawtester: 1\n"
                         "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: "
                         "2500}}\n"
                         "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.4}\n"
                         "motion: {gap: -1e-5, %s}\n"
                         "stages:\n"
                         "  - {whats: vvvvvv, values: [0, 1e-3, 0, 0, 0, 0], until: time >= 0.03}\n"
                         "plots: [{x: us, y: fs}]\n",
                         motions[_i]);
    struct lt_figure *figure = lt_plot_of_run(ran.program, ran.program->plots, ran.result);
    const double off = figure->corner.event ? lt_corner_off(&figure->corner, figure->size) : 0;
    ck_assert_int_eq(off > 0, shows[_i]);
    if (_i == 0) {
        /* slip from 8 um on, points at 6 and 9 um, where the force is 0.3 and 0.4 N */
        const double wide = (133.3 - 22) / 30, high = (83.3 - 24) / 0.4;
        const double across = 2 * wide * 0.1 * high - 3 * wide * 0.1 * high;
        ck_near(off, 1e-3 * fabs(across) / hypot(3 * wide, 0.1 * high), 1e-2);
    }
    lt_plot_free(figure);
    done(&ran);
}
END_TEST

/* In the plane of the shear force the limit is a circle that the same force reaches and never
 * leaves; a trial force that is recorded is there, too. */
START_TEST(hodograph_has_the_limit_of_friction) {
    static const char *const trial[] = {"", "record: {columns: [t, fs, fs_trial, ft_trial]}\n"};
    for (int recorded = 0; recorded < 2; recorded++) {
        struct ran ran = run("lawtester: 1\n"
                             "particles:\n"
                             "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
                             "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
                             "law: {%s}\n"
                             "stages:\n"
                             "  - {whats: iii..., values: [-1, 2, 1, 0, 0, 0], until: rebound}\n"
                             "%s"
                             "plots: [{kind: hodograph}]\n",
                             limited[_i].law, trial[recorded]);
        struct lt_figure *figure = lt_plot_of_run(ran.program, ran.program->plots, ran.result);
        ck_assert_ptr_null(figure->wrong);
        const struct lt_curve *last = &figure->curves[figure->n_curves - 1], *held = figure->curves;
        bool tried = false;
        double most = 0;
        for (size_t c = 0; c < figure->n_curves; c++)
            tried |= figure->curves[c].label && strcmp(figure->curves[c].label, "trial force") == 0;
        ck_assert_int_eq(tried, recorded && limited[_i].curves > 0);
        if (figure->n_curves > 2 && strcmp(held[1].label, "without dashpot") == 0)
            held++;
        for (size_t i = 0; i < held->count; i++)
            most = fmax(most, hypot(held->x[i], held->y[i]));
        ck_assert_int_eq(last->role == LT_CURVE_THEORY, limited[_i].curves > 0);
        for (size_t i = 0; last->role == LT_CURVE_THEORY && i < last->count; i++) {
            const double radius = hypot(last->x[i], last->y[i]);
            ck_assert_double_le(most, radius * (1 + 1e-9));
            ck_assert_double_gt(most, 0.98 * radius);
        }
        lt_plot_free(figure);
        done(&ran);
    }
}
END_TEST

START_TEST(kind_that_a_table_has_not) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_figure figure = {0};
    ck_assert_str_eq(lt_kind_figure(LT_KIND_MOMENT, &sheet, &figure, arena),
                     "a figure 'moment' needs the column 'as'");
    lt_arena_free(arena);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

static void add(TCase *tcase) {
    tcase_add_checked_fixture(tcase, enter_folder, leave_folder);
    tcase_add_loop_test(tcase, figure_and_its_script, 0, COUNT(formats));
    tcase_add_test(tcase, loop_is_tinted_and_theory_comes_last);
    tcase_add_test(tcase, small_figures_have_room);
    tcase_add_test(tcase, tics_leave_room_for_their_numbers);
    tcase_add_test(tcase, curves_that_hide_each_other_show);
    tcase_add_test(tcase, many_curves_are_told_apart);
    tcase_add_loop_test(tcase, legend_leaves_the_frame_its_room, 0, 3);
    tcase_add_test(tcase, legend_covers_a_quarter_at_most);
    tcase_add_test(tcase, long_names_end_in_the_figure);
    tcase_add_loop_test(tcase, name_of_a_band_is_not_on_the_curve, 0, 2);
    tcase_add_loop_test(tcase, user_text_runs_nothing, 0, COUNT(titles));
    tcase_add_test(tcase, user_text_is_no_markup);
    tcase_add_test(tcase, drawing_twice_gives_the_same_bytes);
    tcase_add_test(tcase, figure_of_a_theme);
    tcase_add_test(tcase, terminal_drawing_is_ascii);
    tcase_add_test(tcase, terminal_shows_the_edge_of_an_area);
    tcase_add_loop_test(tcase, map_in_characters, 0, COUNT(planes));
    tcase_add_loop_test(tcase, contours_have_their_values, 0, 2);
    tcase_add_loop_test(tcase, odd_ranges_are_drawn, 0, COUNT(odd));
    tcase_add_loop_test(tcase, nothing_to_draw_leaves_no_file, 0, 2);
    tcase_add_test(tcase, without_gnuplot_the_script_is_kept);
    tcase_add_test(tcase, gnuplot_that_the_shell_misses);
    tcase_add_loop_test(tcase, broken_gnuplot_leaves_the_old_figure, 0, COUNT(broken));
    tcase_add_test(tcase, gnuplot_that_hangs_is_ended);
    tcase_add_loop_test(tcase, axis_label_and_unit, 0, COUNT(labels));
    tcase_add_loop_test(tcase, quantity_in_words, 0, COUNT(words));
    tcase_add_loop_test(tcase, quantity_in_print, 0, COUNT(quantities));
    tcase_add_test(tcase, logarithmic_axis_has_no_factor);
    tcase_add_loop_test(tcase, axis_range_holds_the_data, 0, COUNT(ranges));
    tcase_add_test(tcase, thinning_keeps_the_shape);
    tcase_add_test(tcase, thinning_keeps_turns_and_gaps);
    tcase_add_test(tcase, fast_swings_have_edges);
    tcase_add_test(tcase, thinning_bounds_noise);
    tcase_add_test(tcase, thinning_keeps_the_envelope_of_swings);
    tcase_add_test(tcase, thinning_keeps_what_loops_cover);
    tcase_add_test(tcase, marks_are_all_drawn);
    tcase_add_test(tcase, points_left_out_are_counted);
    tcase_add_loop_test(tcase, path_that_encloses_an_area, 0, COUNT(loops));
    tcase_add_test(tcase, path_that_encloses_none);
    tcase_add_test(tcase, each_contact_is_a_loop);
    tcase_add_test(tcase, many_cycles_are_no_single_loop);
    tcase_add_test(tcase, figure_of_a_run);
    tcase_add_test(tcase, figure_of_several_y);
    tcase_add_test(tcase, figure_of_a_stage);
    tcase_add_test(tcase, reference_that_cannot_be_read);
    tcase_add_test(tcase, energies_add_up_to_what_was_put_in);
    tcase_add_loop_test(tcase, figure_of_a_kind, 0, COUNT(figures));
    tcase_add_test(tcase, no_force_without_a_contact);
    tcase_add_loop_test(tcase, cone_holds_what_the_law_limits, 0, COUNT(limited));
    tcase_add_loop_test(tcase, corner_between_two_points, 0, 5);
    tcase_add_loop_test(tcase, hodograph_has_the_limit_of_friction, 0, COUNT(limited));
    tcase_add_test(tcase, kind_that_a_table_has_not);
}

LT_TESTS("plot", add)
