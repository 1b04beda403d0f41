/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lt_check.h"

#include "base/arena.h"
#include "base/tree.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

struct reading {
    struct lt_arena *arena;
    struct lt_errors *errors;
    struct lt_source source;
    struct lt_node *root;
};

static void start(struct reading *r, const char *text, size_t length) {
    r->source = (struct lt_source){.name = "f.yaml", .text = text, .length = length};
    r->arena = lt_arena_new();
    r->errors = lt_errors_new();
    r->root = lt_tree_read(&r->source, r->arena, r->errors);
}

static void end(struct reading *r) {
    lt_arena_free(r->arena);
    lt_errors_free(r->errors);
}

/* A tree in one line: "kn=1 list=[a 'quoted'] map={x=2 }". */
static void print_node(FILE *out, const struct lt_node *node) {
    if (node->key)
        fprintf(out, "%s=", node->key);
    if (node->kind == LT_SCALAR)
        fprintf(out, node->quoted ? "'%s' " : "%s ", node->text);
    if (node->kind == LT_SCALAR)
        return;
    size_t count = 0;
    fputs(node->kind == LT_MAP ? "{" : "[", out);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        ck_assert_ptr_eq(child->parent, node);
        count++;
        print_node(out, child);
    }
    ck_assert_uint_eq(count, node->count);
    fputs(node->kind == LT_MAP ? "} " : "] ", out);
}

static void check_tree(const struct lt_node *root, const char *want) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    print_node(out, root);
    fclose(out);
    ck_assert_str_eq(text, want);
    free(text);
}

static void check_clean(const struct lt_errors *errors) {
    char *text = lt_errors_text(errors);
    ck_assert_str_eq(text, "");
    free(text);
}

static const struct {
    const char *text, *want;
} good[] = {
    {"kn: 1e5 N/m\nks: 2", "{kn=1e5 N/m ks=2 } "},
    {"\xef\xbb\xbfkn: 1\r\nks: 2\r\n", "{kn=1 ks=2 } "},
    {"--- # program\nkn: 1\n...\n", "{kn=1 } "},
    {"a: no\nb: 010\nc: 1:30\nd: ~", "{a=no b=010 c=1:30 d=~ } "},
    {"a: 'x'\nb: \"y\\tz\"\nc: |\n  w\n", "{a='x' b='y\tz' c='w\n' } "},
    {"a:\nb: ''\nc: {}\nd: []\n", "{a= b='' c={} d=[] } "},
    {"l: {name: linear, kn: 1}\n", "{l={name=linear kn=1 } } "},
    {"s:\n  - a: 1\n    b: 2\n  - a: 3\n", "{s=[{a=1 b=2 } {a=3 } ] } "},
    {"u: fn < -2e7 and abs(fs) > 1e-2 # end\nw: v.....\n",
     "{u=fn < -2e7 and abs(fs) > 1e-2 w=v..... } "},
    {"a: max(b, c)\nd: {e: 'max(b, c)', f: (1)}\n", "{a=max(b, c) d={e='max(b, c)' f=(1) } } "},
    {"p: [-1, (a)*(b), not c]\n", "{p=[-1 (a)*(b) not c ] } "},
    {"p: {fixed, rotates: false}\n", "{p={fixed= rotates=false } } "},
    {"a: {x: 1}\nb: {x: 1}\n", "{a={x=1 } b={x=1 } } "},
    {"\"a b\": 1\n\xc2\xb5: 2\n", "{a b=1 \xc2\xb5=2 } "},
};

START_TEST(good_program_is_read) {
    struct reading r;
    start(&r, good[_i].text, strlen(good[_i].text));
    check_clean(r.errors);
    ck_assert_ptr_nonnull(r.root);
    check_tree(r.root, good[_i].want);
    end(&r);
}
END_TEST

static const struct {
    const char *text, *want;
} written[] = {
    {"a:\n  kn: '1e5 N/m'\n  c: [-un, 'max(b, c)', '- 1', '']\n",
     "a:\n  kn: 1e5 N/m\n  c: [-un, \"max(b, c)\", \"- 1\", \"\"]\n"},
    {"a: {until: fn < -2e7, x: 'a: b', \"a b:\": '(1', y: /t/u.csv}\n",
     "a: {until: fn < -2e7, x: \"a: b\", \"a b:\": \"(1\", y: /t/u.csv}\n"},
    {"s:\n- {a: {b: c}, d: 'e\n\n  \\f\"'}\n- [[1, 2], []]\n- {}\n",
     "s:\n  - a: {b: c}\n    d: \"e\\n\\\\f\\\"\"\n  - - [1, 2]\n    - []\n  - {}\n"},
};

START_TEST(written_tree_is_the_same) {
    struct reading r, again;
    start(&r, written[_i].text, strlen(written[_i].text));
    check_clean(r.errors);
    const char *text = lt_tree_text(r.root->first, 0, r.arena);
    ck_assert_str_eq(text, written[_i].want);
    start(&again, text, strlen(text));
    check_clean(again.errors);
    ck_assert_str_eq(lt_tree_text(again.root->first, 0, again.arena), text);
    end(&again);
    end(&r);
}
END_TEST

START_TEST(nodes_know_their_place) {
    const char *text = "\xef\xbb\xbf# \xc2\xb5\nlaw: {kn:  '1'}\nlist:\n  - \xc2\xb5: [a, b]\n";
    struct reading r;
    start(&r, text, strlen(text));
    const struct lt_node *law = lt_tree_child(r.root, "law"), *kn = lt_tree_child(law, "kn");
    const struct lt_node *item = lt_tree_item(lt_tree_child(r.root, "list"), 0);
    const struct lt_node *b = lt_tree_item(lt_tree_child(item, "\xc2\xb5"), 1);
    ck_assert_ptr_eq(kn->mark.source, &r.source);
    ck_assert_int_eq(law->key_mark.line, 2);
    ck_assert_int_eq(law->key_mark.column, 1);
    ck_assert_int_eq(kn->key_mark.column, 7);
    ck_assert_int_eq(kn->mark.line, 2);
    ck_assert_int_eq(kn->mark.column, 12);
    ck_assert_int_eq(item->mark.line, 4);
    ck_assert_int_eq(item->mark.column, 5);
    ck_assert_int_eq(b->mark.column, 12);
    ck_assert_ptr_null(item->key);
    ck_assert_ptr_null(lt_tree_child(law, "ks"));
    ck_assert_ptr_null(lt_tree_child(kn, "ks"));
    ck_assert_ptr_null(lt_tree_item(law, 0));
    ck_assert_ptr_null(lt_tree_item(lt_tree_child(r.root, "list"), 1));
    end(&r);
}
END_TEST

/* One error each, at a place; what it says; the tree that is still read, or NULL. */
static const struct {
    const char *text;
    int line, column;
    const char *says, *tree;
} bad[] = {
    {"", 1, 1, "the file is empty; a stage program begins with 'lawtester: 1'", NULL},
    {"# only\n\n", 1, 1, "the file is empty", NULL},
    {"---\n", 1, 1, "the file is empty", NULL},
    {"[a]", 1, 1, "a stage program is a map", NULL},
    {"\nkn\n", 2, 1, "a stage program is a map", NULL},

    {"until: !contact", 1, 8, "write 'not contact'", "{until=not contact } "},
    {"until: !contact and x", 1, 8, "write 'not contact and x'", "{until=not contact and x } "},
    {"until: !(a < b)", 1, 8, "write 'not (a < b)'", "{until=not (a < b) } "},
    {"until: ! contact", 1, 8, "write 'not contact'", "{until=not contact } "},
    {"{until: !contact}", 1, 9, "write 'not'", NULL},
    {"{until: !contact }", 1, 9, "write 'not contact'", "{until=not contact } "},
    {"a: !!float 3", 1, 4, "tags are not allowed", "{a=3 } "},
    {"a: !b {c: 1}", 1, 4, "tags are not allowed", "{a={c=1 } } "},
    {"a: !b!c 3", 1, 4, "tags are not allowed", NULL},
    {"a: !<b 3", 1, 4, "tags are not allowed", NULL},
    {"%TAG !b! c\n---\na: 1", 1, 1, "'%TAG' is not allowed", NULL},
    {"until: &x", 1, 8, "anchors are not allowed", "{until=x } "},
    {"a: &x [1]", 1, 4, "anchors are not allowed", "{a=[1 ] } "},
    {"a: & x", 1, 4, "anchors are not allowed", NULL},
    {"until: *x", 1, 8, "a formula may not begin with '*'; aliases are not allowed", "{until=x } "},
    {"until: * x", 1, 8, "aliases are not allowed", NULL},

    {"kn: 1\nks: 2\n\nkn: 3", 4, 1, "duplicate key 'kn'; first on line 1", "{kn=1 ks=2 } "},
    {"a: {b: 1, b: {c: 1}, d: 2}", 1, 11, "duplicate key 'b'; first on line 1", "{a={b=1 d=2 } } "},
    {"a: 1\n'a': 2", 2, 1, "duplicate key 'a'", "{a=1 } "},
    {"{[a]: b, c: d}", 1, 2, "a key must be a word", "{c=d } "},
    {"{{a: b}: c}", 1, 2, "a key must be a word", "{} "},
    {"{? : c, d: e}", 1, 4, "a key is missing before ':'", "{d=e } "},
    {"{: c, d: e}", 1, 2, "a key is missing before ':'", NULL},
    {": c", 1, 1, "a key is missing before ':'", NULL},
    {"a: 1\n---\nb: 2", 2, 1, "a second document", "{a=1 } "},
    {"a: \"x\\0y\"", 1, 4, "U+0000", "{a='x' } "},

    {"e: {is: max(a, b)}", 1, 9, "a formula that holds a comma must be quoted inside {...}",
     "{e={is=max(a } } "},
    {"e: {is: clamp(x, 0, (1)), w: 1}", 1, 9, "'clamp(x' is only a part",
     "{e={is=clamp(x w=1 } } "},
    {"e: {is: a, b*c}", 1, 12, "inside {...}, like \"max(a, b)\"; 'b*c' is only a part",
     "{e={is=a } } "},
    {"e: [max(a, b), 1]", 1, 5, "a formula that holds a comma must be quoted inside [...]",
     "{e=[max(a 1 ] } "},

    {"a:\n\tb: 1", 2, 1, "a tab may not indent a line", NULL},
    {"a: 1\n\tb: 1", 2, 1, "a tab may not indent a line", NULL},
    {"a: 1\nkn 5\nb: 3", 2, 1, "a ':' is missing after this key", NULL},
    {"kn 5\nb: 3", 2, 2, "the line above lacks its ':'", NULL},
    {"a: 1\n  b: 2", 2, 4, "the line above lacks its ':', or it has a value", NULL},
    {"a:\n   b: 1\n  c: 2", 3, 3, "the indentation of this line matches no line above it", NULL},
    {"  a: 1\nb: 2", 2, 1, "the indentation of this line matches no line above it", NULL},
    {"s:\n  - a: 1\n  b: 2", 3, 3, "the indentation of this line matches no line above it", NULL},
    {"title: one: two", 1, 11, "a value that holds ': ' must be put in quotes", NULL},
    {"title: \"one\" two", 1, 14, "unexpected text after a value", NULL},
    {"a: [1, 2\n", 1, 4, "this '[' is not closed", NULL},
    {"a: {b: 1\n", 1, 4, "this '{' is not closed", NULL},
    {"a: [1,\n", 2, 1, "a '[' or '{' is not closed", NULL},
    {"a: {b: 1\nc: 2", 1, 4, "after this '{' a ',' or '}' is missing, at the latest on line 2",
     NULL},
    {"a: {b: 1 c: 2}", 1, 11, "expected ',' or '}' here", NULL},
    {"a: [1, , 2]", 1, 8, "a value is missing here", NULL},
    {"a: \"x\nb: 1", 1, 4, "this quote is not closed", NULL},
    {"a: 'x", 1, 4, "this quote is not closed", NULL},
    {"a: \"\\q\"", 1, 5, "unknown escape", NULL},
    {"a: - 1", 1, 4, "a list item '- ' must begin on a line of its own", NULL},
    {"a: @x", 1, 4, "a value may not begin with this character; put it in quotes", NULL},
    {"a: |x|", 1, 4, "a value may not begin with '|' or '>'", NULL},
    {"%x\na: 1", 1, 1, "a line may not begin with '%'", NULL},
    {"a: 1\n\xc2\xb5: \xff", 2, 4, "not UTF-8 text (byte 0xFF)", NULL},
    {"a: \xc3", 1, 4, "not UTF-8 text (byte 0xC3)", NULL},
    {"a: \xc3\xc3\xb5", 1, 4, "not UTF-8 text", NULL},
    {"a: \xed\xa0\x80", 1, 4, "U+D800", NULL},
    {"a: 1\n\xc2\xb5: \x01", 2, 4, "the character U+0001 is not allowed", NULL},
    {"\xff\xfe"
     "a",
     1, 1, "not UTF-8", NULL},
};

START_TEST(mistake_is_named_at_its_place) {
    struct reading r;
    start(&r, bad[_i].text, strlen(bad[_i].text));
    ck_assert_uint_eq(r.errors->count, 1);
    const struct lt_error *error = &r.errors->list[0];
    ck_assert_msg(strstr(error->text, bad[_i].says), "'%s' does not say '%s'", error->text,
                  bad[_i].says);
    ck_assert_int_eq(error->mark.line, bad[_i].line);
    ck_assert_int_eq(error->mark.column, bad[_i].column);
    if (bad[_i].tree)
        check_tree(r.root, bad[_i].tree);
    else
        ck_assert_ptr_null(r.root);
    end(&r);
}
END_TEST

START_TEST(all_mistakes_are_named) {
    const char *text = "a: !b\na: 2\nc: *d\ne: [max(1, 2)]\nf: \"x\n";
    struct reading r;
    start(&r, text, strlen(text));
    ck_assert_uint_eq(r.errors->failures, 5);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(r.errors->list[i].mark.line, i + 1);
    ck_assert_ptr_null(r.root);
    end(&r);
}
END_TEST

START_TEST(nul_byte_is_refused_where_it_is) {
    struct reading r;
    start(&r, "a: 1\nb: \0\n", 10);
    ck_assert_uint_eq(r.errors->count, 1);
    ck_assert_int_eq(r.errors->list[0].mark.line, 2);
    ck_assert_int_eq(r.errors->list[0].mark.column, 4);
    ck_assert_ptr_nonnull(strstr(r.errors->list[0].text, "U+0000"));
    end(&r);
}
END_TEST

/* UNIT repeated until the file has BYTES; # in it is the number of the repetition. */
static const struct {
    const char *begin, *unit;
    size_t bytes;
    const char *says;
} hostile[] = {
    {"", "[", 1 << 20, "nested more than 32 deep"},
    {"", "{a: ", 1 << 20, "nested more than 32 deep"},
    {"", "- ", 1 << 20, "nested more than 32 deep"},
    {"", "? ", 1 << 20, "nested more than 32 deep"},
    {"", "k#: 1\n", 1 << 20, "a map may have at most 512 keys"},
    {"", "k: 1\n", 1 << 20, "duplicate key"},
    {"a: [", "1,", 1 << 20, "more than 20000 values"},
    {"a: [", "!xxxxxxxxxxxxxxxxxxxx ,", 1 << 20, "tags"},
    {"a: [", "(,", 1 << 20, "comma"},
    {"a: {", "(#,", 1 << 20, "comma"},
    {"a: ", "x", 1 << 20, NULL},
    {"a: ", "x\n ", 1 << 20, NULL},
    {"a: \"", "x", 1 << 20, "this quote is not closed"},
    {"", "x", 1 << 20, "a stage program is a map"},
    {"", "\n", 1 << 20, "the file is empty"},
    {"", "%TAG !a#! x\n", 1 << 20, "'%TAG' is not allowed"},
    {"", "%YAML 1.1\n", 1 << 20, "directive"},
    {"", "---\n", 1 << 20, "the file is empty"},
    {"# ", "x", (1 << 20) + 1, "a stage program has at most 1048576 bytes; this one has more"},
};

static char *repeat(const char *begin, const char *unit, size_t bytes) {
    char *text = calloc(1, bytes + 64), *to = stpcpy(text, begin);
    const char *number = strchr(unit, '#');
    int before = (int)strcspn(unit, "#");
    for (int i = 0; to < text + bytes; i++)
        to +=
            number ? sprintf(to, "%.*s%d%s", before, unit, i, number + 1) : sprintf(to, "%s", unit);
    text[bytes] = '\0';
    return text;
}

START_TEST(hostile_file_ends_soon) {
    char *text = repeat(hostile[_i].begin, hostile[_i].unit, hostile[_i].bytes);
    struct reading r;
    clock_t begin = clock();
    start(&r, text, hostile[_i].bytes);
    char *errors = lt_errors_text(r.errors);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    ck_assert_msg(seconds < 5, "it took %g s", seconds);
    if (hostile[_i].says)
        ck_assert_msg(strstr(errors, hostile[_i].says), "%.300s", errors);
    else
        ck_assert_str_eq(errors, "");
    ck_assert_int_eq(r.root != NULL, hostile[_i].says == NULL);
    free(errors);
    end(&r);
    free(text);
}
END_TEST

static const char program[] = "motion: {dt: 1, phase: 0}\n"
                              "stages:\n"
                              "  - {name: a, until: x}\n"
                              "  - {name: b, until: y}\n"
                              "nothing:\n";

static bool put(struct reading *r, struct lt_source *argument, const char *text) {
    *argument =
        (struct lt_source){.name = "-D", .text = text, .length = strlen(text), .argument = true};
    size_t length = strcspn(text, "=");
    const char *path = lt_arena_copy(r->arena, text, length);
    int column = lt_mark_at(argument, length + 1).column;
    return lt_tree_put(r->root, path, argument, column, r->arena, r->errors);
}

static const struct {
    const char *argument, *path, *want;
} values[] = {
    {"motion.dt=1e-7", "motion", "motion={dt=1e-7 phase=0 } "},
    {"motion.phase=0.5", "motion", "motion={dt=1 phase=0.5 } "},
    {"motion.gap=20 deg", "motion", "motion={dt=1 phase=0 gap=20 deg } "},
    {"motion=none", "motion", "motion=none "},
    {"motion.gravity=[0, 0, -9.81]", "motion", "motion={dt=1 phase=0 gravity=[0 0 -9.81 ] } "},
    {"stages[1].until=not contact", "stages",
     "stages=[{name=a until=x } {name=b until=not contact } ] "},
    {"stages[0]={name: c}", "stages", "stages=[{name=c } {name=b until=y } ] "},
    {"stages[1]=z", "stages", "stages=[{name=a until=x } z ] "},
    {"stages[]=z", "stages", "stages=[{name=a until=x } {name=b until=y } z ] "},
    {"figures[]={x: t}", "figures", "figures=[{x=t } ] "},
    {"particles.a.radius=1 mm", "particles", "particles={a={radius=1 mm } } "},
    {"nothing=5", "nothing", "nothing=5 "},
    {"kn= 2*kn + 1 ", "kn", "kn=2*kn + 1 "},
    {"kn=max(a, b)", "kn", "kn=max(a, b) "},
    {"kn=5 # x", "kn", "kn=5 # x "},
    {"mode=no-tension", "mode", "mode=no-tension "},
    {"title='a: b'", "title", "title='a: b' "},
    {"title=''", "title", "title='' "},
    {"\xc2\xb5=[\xc2\xb5, 2]", "\xc2\xb5", "\xc2\xb5=[\xc2\xb5 2 ] "},
};

START_TEST(value_is_put) {
    struct reading r;
    struct lt_source argument;
    start(&r, program, sizeof program - 1);
    ck_assert(put(&r, &argument, values[_i].argument));
    check_clean(r.errors);
    check_tree(lt_tree_child(r.root, values[_i].path), values[_i].want);
    end(&r);
}
END_TEST

START_TEST(put_value_points_into_the_argument) {
    struct reading r;
    struct lt_source argument;
    start(&r, program, sizeof program - 1);
    ck_assert(put(&r, &argument, "law.\xc2\xb5=[1, {b: 2}]"));
    const struct lt_node *law = lt_tree_child(r.root, "law");
    const struct lt_node *value = lt_tree_child(law, "\xc2\xb5");
    const struct lt_node *b = lt_tree_child(lt_tree_item(value, 1), "b");
    ck_assert_ptr_eq(law->mark.source, &argument);
    ck_assert_ptr_eq(b->mark.source, &argument);
    ck_assert_int_eq(value->mark.line, 1);
    ck_assert_int_eq(value->mark.column, 7);
    ck_assert_int_eq(b->key_mark.column, 12);
    ck_assert_int_eq(b->mark.column, 15);
    end(&r);
}
END_TEST

static const struct {
    const char *argument;
    int column;
    const char *says;
} refused[] = {
    {"motion.dt.x=1", 1, "'motion.dt' is a value, not a map"},
    {"nothing.x=1", 1, "'nothing' is a value, not a map"},
    {"stages.name=1", 1, "'stages' is a list, not a map"},
    {"motion[0]=1", 1, "'motion' is a map, not a list"},
    {"stages[2]=1", 1, "'stages' has only 2 items"},
    {"stages[2].until=1", 1, "'stages' has only 2 items"},
    {"stages[99999999999999999999]=1", 1, "'stages' has only 2 items"},
    {"bodies[0]=1", 1, "'bodies' is not there"},
    {"motion[]=1", 1, "'motion' is a map, not a list"},
    {"=1", 1, "is not a path"},
    {"[0]=1", 1, "is not a path"},
    {".a=1", 1, "is not a path"},
    {"a.=1", 1, "is not a path"},
    {"a..b=1", 1, "is not a path"},
    {"stages[x]=1", 1, "is not a path"},
    {"stages[-1]=1", 1, "is not a path"},
    {"stages[0=1", 1, "is not a path"},
    {"stages[0]x=1", 1, "is not a path"},
    {"a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=1", 1, "is not a path"},
    {"kn=", 4, "a value is missing after '='"},
    {"kn=  ", 4, "a value is missing after '='"},
    {"kn=a: b", 4, "a value that holds ': ' must be put in quotes"},
    {"kn=a: b: c", 8, "a value that holds ': ' must be put in quotes"},
    {"kn=- 1", 4, "write a list as [a, b]"},
    {"kn=| x", 4, "a value may not begin with '|'"},
    {"kn=1\n2", 4, "a value must be on one line"},
    {"kn=[1, 2", 4, "this '[' is not closed"},
    {"kn=[1], [2]", 7, "unexpected text after a value"},
    {"kn='1", 4, "this quote is not closed"},
    {"kn=!contact", 4, "write 'not contact'"},
    {"kn=[1, *x]", 8, "aliases are not allowed"},
    {"kn=&x 1", 4, "anchors are not allowed"},
    {"kn={a: 1, a: 2}", 11, "duplicate key 'a'"},
    {"kn={a: max(1, 2)}", 8, "a formula that holds a comma must be quoted"},
    {"kn=\xff", 4, "not UTF-8"},
};

START_TEST(bad_argument_changes_nothing) {
    struct reading r;
    struct lt_source argument;
    start(&r, program, sizeof program - 1);
    ck_assert(!put(&r, &argument, refused[_i].argument));
    ck_assert_uint_eq(r.errors->count, 1);
    const struct lt_error *error = &r.errors->list[0];
    ck_assert_msg(strstr(error->text, refused[_i].says), "'%s' does not say '%s'", error->text,
                  refused[_i].says);
    ck_assert_ptr_eq(error->mark.source, &argument);
    ck_assert_int_eq(error->mark.line, 1);
    ck_assert_int_eq(error->mark.column, refused[_i].column);
    check_tree(lt_tree_child(r.root, "motion"), "motion={dt=1 phase=0 } ");
    check_tree(lt_tree_child(r.root, "stages"), "stages=[{name=a until=x } {name=b until=y } ] ");
    end(&r);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, good_program_is_read, 0, COUNT(good));
    tcase_add_loop_test(t, written_tree_is_the_same, 0, COUNT(written));
    tcase_add_test(t, nodes_know_their_place);
    tcase_add_loop_test(t, mistake_is_named_at_its_place, 0, COUNT(bad));
    tcase_add_test(t, all_mistakes_are_named);
    tcase_add_test(t, nul_byte_is_refused_where_it_is);
    tcase_add_loop_test(t, hostile_file_ends_soon, 0, COUNT(hostile));
    tcase_add_loop_test(t, value_is_put, 0, COUNT(values));
    tcase_add_test(t, put_value_points_into_the_argument);
    tcase_add_loop_test(t, bad_argument_changes_nothing, 0, COUNT(refused));
}

LT_TESTS("tree", add)
