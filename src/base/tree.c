/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/tree.h"

#include "base/arena.h"
#include "base/glyph.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* Limits far above any stage program, against files that exhaust memory or stack. */
enum { MAX_NODES = 20000, MAX_DEPTH = 32, MAX_KEYS = 512 };

struct reader {
    yaml_parser_t parser;
    const struct lt_source *source;
    int shift; /* characters of the source's first line before what is parsed */
    size_t nodes;
    struct lt_arena *arena;
    struct lt_errors *errors;
};

/* The mark of a place that the YAML library reports, in the source. */
static struct lt_mark mark_of(const struct reader *reader, yaml_mark_t at) {
    int shift = at.line == 0 ? reader->shift : 0;
    return (struct lt_mark){reader->source, (int)at.line + 1, (int)at.column + 1 + shift};
}

/* User text, shortened to be quoted in a message. */
static const char *brief_text(struct lt_arena *arena, const char *text) {
    const size_t most = 60;
    return strlen(text) <= most ? text : lt_arena_print(arena, "%.*s...", (int)most, text);
}

/* libyaml's errors in terms of what the author of a stage program wrote. */

static const char tabs[] = "a tab may not indent a line; use spaces";
static const char aliases[] = "a formula may not begin with '*'; aliases are not allowed";
static const char anchors[] =
    "'&' begins a YAML anchor; anchors are not allowed: put the text in quotes";
static const char tags[] = "a formula may not begin with '!'; tags are not allowed";
static const char open_quote[] = "this quote is not closed";

static const struct advice {
    const char *context, *problem; /* parts of libyaml's messages; "" matches any */
    bool at_context;               /* report the place where the context begins */
    const char *text;
} advice[] = {
    {"scanning an alias", "", true, aliases},
    {"scanning an anchor", "", true, anchors},
    {"directive", "", true, "a line may not begin with '%'; directives are not allowed"},
    {" tag", "", true, "a formula may not begin with '!'; write 'not'; tags are not allowed"},
    {"", "tag handle", false, tags},
    {"", "tab character", false, tabs},
    {"block scalar", "", true, "a value may not begin with '|' or '>'; put it in quotes"},
    {"quoted scalar", "end of stream", true, open_quote},
    {"quoted scalar", "document indicator", true, open_quote},
    {"quoted scalar", "", false, "unknown escape after '\\'; write the text in single quotes"},
    {"", "could not find expected ':'", true, "a ':' is missing after this key"},
    {"", "block sequence entries", false, "a list item '- ' must begin on a line of its own"},
    {"", "mapping keys", false, "a value may not begin with '? '; put it in quotes"},
};

/* True if MARK is at the first character of its line that is no blank. */
static bool begins_line(struct lt_mark mark) {
    const char *line = lt_mark_text((struct lt_mark){mark.source, mark.line, 1});
    return strspn(line, " \t") >= (size_t)(lt_mark_text(mark) - line);
}

/* True if ": " precedes MARK in its line. */
static bool has_colon_before(struct lt_mark mark) {
    const char *line = lt_mark_text((struct lt_mark){mark.source, mark.line, 1});
    return memmem(line, (size_t)(lt_mark_text(mark) - line), ": ", 2) != NULL;
}

/* Reports the byte or character that the YAML library cannot read, at its place. */
static void add_unreadable(struct reader *reader) {
    const yaml_parser_t *parser = &reader->parser;
    struct lt_mark begin = {reader->source, 1, reader->shift + 1};
    size_t skipped = (size_t)(lt_mark_text(begin) - reader->source->text);
    const char *text = reader->source->text;
    size_t offset = skipped + parser->problem_offset;
    if (strstr(parser->problem, "trailing")) /* the byte that should have continued a character */
        do
            offset--;
        while ((text[offset] & 0xc0) == 0x80);
    struct lt_mark mark = lt_mark_at(reader->source, offset);
    if (strstr(parser->problem, "UTF-8"))
        lt_errors_add(reader->errors, mark, "this is not UTF-8 text (byte 0x%02X)",
                      (unsigned char)text[offset]);
    else
        lt_errors_add(reader->errors, mark, "the character U+%04X is not allowed in a text file",
                      (unsigned)parser->problem_value);
}

/* True if MARK is at the end of its source. */
static bool ends_file(struct lt_mark mark) {
    return lt_mark_text(mark) == mark.source->text + mark.source->length;
}

/* Reports a bracket, opened at OPEN, that is not closed; STOP is where reading failed. */
static void add_unclosed(struct reader *reader, struct lt_mark open, struct lt_mark stop) {
    const char *brackets = *lt_mark_text(open) == '[' ? "[]" : "{}";
    if (ends_file(stop))
        lt_errors_add(reader->errors, open, "this '%c' is not closed", brackets[0]);
    else if (stop.line == open.line)
        lt_errors_add(reader->errors, stop, "expected ',' or '%c' here", brackets[1]);
    else
        lt_errors_add(reader->errors, open,
                      "after this '%c' a ',' or '%c' is missing, at the latest on line %d",
                      brackets[0], brackets[1], stop.line);
}

/* The message for a syntax error whose cause the text at MARK shows; else PROBLEM, the message
 * of the YAML library. */
static const char *explain_syntax(const char *problem, struct lt_mark mark) {
    char here = *lt_mark_text(mark);
    if (strstr(problem, "cannot start"))
        return here == '\t' ? tabs : "a value may not begin with this character; put it in quotes";
    if (strstr(problem, "mapping values"))
        return has_colon_before(mark) ? "a value that holds ': ' must be put in quotes"
                                      : "unexpected ':'; the line above lacks its ':', or it has a "
                                        "value, and then this line "
                                        "may not be indented deeper: indent both alike";
    if (!strstr(problem, "did not find expected"))
        return problem;
    if (here == ':')
        return "a key is missing before ':'";
    if (strstr(problem, "node content"))
        return ends_file(mark) ? "a '[' or '{' is not closed" : "a value is missing here";
    return begins_line(mark) ? "the indentation of this line matches no line above it"
                             : "unexpected text after a value; put the value in quotes";
}

/* Reports the parser's syntax error in the words of a stage program's author, at the place where
 * the mistake was made, not where it was found. */
static void add_syntax_error(struct reader *reader) {
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        lt_memory_out();
    if (parser->error == YAML_READER_ERROR) {
        add_unreadable(reader);
        return;
    }

    struct lt_mark mark = mark_of(reader, parser->problem_mark);
    struct lt_mark context_mark = mark_of(reader, parser->context_mark);
    const char *problem = parser->problem, *context = parser->context ? parser->context : "";
    for (size_t i = 0; i < sizeof advice / sizeof advice[0]; i++)
        if (strstr(context, advice[i].context) && strstr(problem, advice[i].problem)) {
            bool at_context = advice[i].at_context && *context;
            lt_errors_add(reader->errors, at_context ? context_mark : mark, "%s", advice[i].text);
            return;
        }
    if (strstr(problem, "expected ','"))
        add_unclosed(reader, context_mark, mark);
    else
        lt_errors_add(reader->errors, mark, "%s", explain_syntax(problem, mark));
}

/* Reads the next event of the YAML library. False: a syntax error, which is reported. */
static bool next_event(struct reader *reader, yaml_event_t *event) {
    if (yaml_parser_parse(&reader->parser, event))
        return true;
    add_syntax_error(reader);
    return false;
}

/* Reads an event of which only type and place matter. False: a syntax error, which is reported. */
static bool skip_event(struct reader *reader, yaml_event_type_t *type, struct lt_mark *mark) {
    yaml_event_t event;
    if (!next_event(reader, &event))
        return false;
    *type = event.type;
    *mark = mark_of(reader, event.start_mark);
    yaml_event_delete(&event);
    return true;
}

/* Adds a child to PARENT at the end of its list, at LINK. */
static void add_child(struct lt_node *parent, struct lt_node **link, struct lt_node *child) {
    *link = child;
    child->parent = parent;
    parent->count++;
}

/* True if a value is missing, as after "key:". */
static bool is_empty(const struct lt_node *node) {
    return node->kind == LT_SCALAR && !node->quoted && !*node->text;
}

/* Reports an anchor or a tag of YAML, which are not allowed; reading continues with what was
 * probably meant, such as "not x" for "!x". */
static void refuse_yaml(struct reader *reader, struct lt_node *node, const char *anchor,
                        const char *tag) {
    if (anchor) {
        lt_errors_add(reader->errors, node->mark, "%s", anchors);
        if (node->kind == LT_SCALAR && is_empty(node))
            node->text = lt_arena_copy(reader->arena, anchor, strlen(anchor));
    }
    if (!tag)
        return;
    bool negation = node->kind == LT_SCALAR && tag[0] == '!' && (tag[1] || !is_empty(node)) &&
                    (!tag[1] || isalpha((unsigned char)tag[1]) || strchr("_(", tag[1]));
    if (!negation) {
        lt_errors_add(reader->errors, node->mark, "%s", tags);
        return;
    }
    const char *gap = tag[1] && *node->text ? " " : "";
    node->text = lt_arena_print(reader->arena, "not %s%s%s", tag + 1, gap, node->text);
    lt_errors_add(reader->errors, node->mark, "%s; write '%s'", tags,
                  brief_text(reader->arena, node->text));
}

/* Reads an alias of YAML, which is reported as an error. */
static void read_alias(struct reader *reader, struct lt_node *node, const yaml_event_t *event) {
    const char *name = (const char *)event->data.alias.anchor;
    node->text = lt_arena_copy(reader->arena, name, strlen(name));
    lt_errors_add_last(reader->errors, node->mark, "%s", aliases);
}

/* Reads a single value and reports control characters in it. */
static void read_scalar(struct reader *reader, struct lt_node *node, const yaml_event_t *event) {
    size_t length = event->data.scalar.length;
    node->text = lt_arena_copy(reader->arena, (const char *)event->data.scalar.value, length);
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    refuse_yaml(reader, node, (const char *)event->data.scalar.anchor,
                (const char *)event->data.scalar.tag);
    unsigned control = lt_glyph_control(node->text, length);
    if (control || memchr(node->text, '\0', length))
        lt_errors_add(reader->errors, node->mark, "the character U+%04X is not allowed", control);
}

/* A formula that may be cut: inside [...] and {...} a comma ends it, and its rest is read as
 * further entries. */
struct formula {
    const struct lt_node *begin;
    int open; /* parentheses not yet closed */
};

/* The number of brackets '(' in an unquoted value that it does not close: a comma in braces has
 * cut a formula. */
static int left_open(const struct lt_node *node) {
    int open = 0;
    for (const char *c = node->kind == LT_SCALAR && !node->quoted ? node->text : ""; *c; c++)
        open += (*c == '(') - (*c == ')');
    return open;
}

/* Reports a formula with a comma that is not quoted; BRACES, "{...}" or "[...]", surround it. */
static void add_comma(struct reader *reader, const struct lt_node *at, const char *braces) {
    lt_errors_add(reader->errors, at->mark,
                  "a formula that holds a comma must be quoted inside %s, like \"max(a, b)\"; '%s' "
                  "is only a part",
                  braces, brief_text(reader->arena, at->text));
}

/* True if PART continues FORMULA, which a comma has cut within parentheses; the formula is then
 * reported. BRACES: "{...}" or "[...]", for the message. */
static bool continues_formula(struct reader *reader, struct formula *formula,
                              const struct lt_node *part, const char *braces) {
    if (formula->open <= 0)
        return false;
    add_comma(reader, formula->begin, braces);
    formula->open += left_open(part);
    return true;
}

/* True if a key without a VALUE is the rest of a formula that a comma has cut, which is then
 * reported; FORMULA is the value before it. */
static bool is_rest(struct reader *reader, struct formula *formula, const struct lt_node *key,
                    const struct lt_node *value) {
    if (!is_empty(value) || key->quoted)
        return false;
    if (continues_formula(reader, formula, key, "{...}"))
        return true;
    /* A rest that begins with a digit follows a decimal comma, which the schema reports. */
    if (!strpbrk(key->text, "()+*/<>=") || isdigit((unsigned char)key->text[0]))
        return false;
    add_comma(reader, key, "{...}");
    return true;
}

static bool read_node(struct reader *reader, int depth, struct lt_node **node);

/* Reads the items of a list; FLOW: it is in brackets, DEPTH: how deep they are nested. False:
 * reading cannot go on. */
static bool read_items(struct reader *reader, int depth, bool flow, struct lt_node *list) {
    struct lt_node **link = &list->first, *item;
    struct formula last = {0};
    while (read_node(reader, depth, &item)) {
        if (!item)
            return true;
        if (flow && continues_formula(reader, &last, item, "[...]"))
            continue;
        last = (struct formula){item, left_open(item)};
        add_child(list, link, item);
        link = &item->next;
    }
    return false;
}

/* True if KEY may be added to MAP; false: it is no word, empty, or there already, and the reason
 * is reported. */
static bool is_new_key(struct reader *reader, const struct lt_node *map,
                       const struct lt_node *key) {
    if (key->kind != LT_SCALAR) {
        lt_errors_add(reader->errors, key->mark, "a key must be a word, not a list or a map");
        return false;
    }
    if (is_empty(key)) {
        lt_errors_add(reader->errors, key->mark, "a key is missing before ':'");
        return false;
    }
    const struct lt_node *first = lt_tree_child(map, key->text);
    if (first)
        lt_errors_add(reader->errors, key->mark,
                      "duplicate key '%s'; first on line %d: leave out one of the two",
                      brief_text(reader->arena, key->text), first->key_mark.line);
    return !first;
}

/* Reads the keys and values of a map; FLOW: it is in braces, DEPTH: how deep they are nested.
 * False: reading cannot go on. */
static bool read_map(struct reader *reader, int depth, bool flow, struct lt_node *map) {
    struct lt_node **link = &map->first, *key, *value;
    struct formula last = {0};
    while (read_node(reader, depth, &key)) {
        if (!key)
            return true;
        if (!read_node(reader, depth, &value))
            return false;
        if (flow && key->kind == LT_SCALAR && is_rest(reader, &last, key, value))
            continue;
        last = (struct formula){value, left_open(value)};
        if (!is_new_key(reader, map, key))
            continue;
        if (map->count == MAX_KEYS) {
            lt_errors_add(reader->errors, key->mark, "a map may have at most %d keys", MAX_KEYS);
            return false;
        }
        value->key = key->text;
        value->key_mark = key->mark;
        add_child(map, link, value);
        link = &value->next;
    }
    return false;
}

/* Reads into NODE one node, nested DEPTH deep, of which EVENT is the begin: a value, a list or a
 * map. True also after errors that are reported; false: reading cannot go on. */
static bool read_content(struct reader *reader, const yaml_event_t *event, int depth,
                         struct lt_node *node) {
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        read_alias(reader, node, event);
        return true;
    case YAML_SCALAR_EVENT:
        read_scalar(reader, node, event);
        return true;
    default:
        break;
    }
    if (depth > MAX_DEPTH) {
        lt_errors_add(reader->errors, node->mark, "nested more than %d deep", MAX_DEPTH);
        return false;
    }
    if (event->type == YAML_SEQUENCE_START_EVENT) {
        node->kind = LT_LIST;
        refuse_yaml(reader, node, (const char *)event->data.sequence_start.anchor,
                    (const char *)event->data.sequence_start.tag);
        bool flow = event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        return read_items(reader, depth + 1, flow, node);
    }
    node->kind = LT_MAP;
    refuse_yaml(reader, node, (const char *)event->data.mapping_start.anchor,
                (const char *)event->data.mapping_start.tag);
    bool flow = event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    return read_map(reader, depth + 1, flow, node);
}

/* Reads the next node, nested DEPTH deep, into *NODE, which is NULL at the end of its list or
 * map. False: reading cannot go on. */
static bool read_node(struct reader *reader, int depth, struct lt_node **node) {
    yaml_event_t event;
    if (!next_event(reader, &event))
        return false;
    *node = NULL;
    bool good = true;
    if (event.type != YAML_SEQUENCE_END_EVENT && event.type != YAML_MAPPING_END_EVENT) {
        *node = lt_arena_get(reader->arena, sizeof **node);
        (*node)->mark = mark_of(reader, event.start_mark);
        (*node)->place = lt_arena_get(reader->arena, sizeof *(*node)->place);
        good = reader->nodes++ < MAX_NODES;
        if (!good)
            lt_errors_add(reader->errors, (*node)->mark, "more than %d values", MAX_NODES);
        good = good && read_content(reader, &event, depth, *node);
    }
    yaml_event_delete(&event);
    return good;
}

/* The root of the only document, where an empty document is an empty value; NULL: a syntax
 * error. */
static struct lt_node *read_only_document(struct reader *reader) {
    yaml_event_type_t type;
    struct lt_mark mark;
    struct lt_node *root;
    if (!skip_event(reader, &type, &mark) || !skip_event(reader, &type, &mark))
        return NULL;
    if (type == YAML_STREAM_END_EVENT) {
        root = lt_arena_get(reader->arena, sizeof *root);
        *root = (struct lt_node){.mark = {reader->source, 1, reader->shift + 1}, .text = ""};
        return root;
    }
    if (!read_node(reader, 1, &root) || !skip_event(reader, &type, &mark) ||
        !skip_event(reader, &type, &mark))
        return NULL;
    if (type != YAML_STREAM_END_EVENT)
        lt_errors_add(reader->errors, mark, "a second document ('---') is not allowed");
    return root;
}

/* True if a source can be given to libyaml; false: it is too long or has tag directives, over
 * many of which libyaml takes quadratic time, and an error is reported at BEGIN or at the
 * directive. */
static bool is_readable(const struct lt_source *source, struct lt_mark begin,
                        struct lt_errors *errors) {
    if (source->length > LT_TREE_BYTES) {
        lt_errors_add(errors, begin, "a stage program has at most %d bytes; this one has more",
                      LT_TREE_BYTES);
        return false;
    }
    const char *directive = memmem(source->text, source->length, "%TAG", 4);
    if (directive)
        lt_errors_add(errors, lt_mark_at(source, (size_t)(directive - source->text)),
                      "'%%TAG' is not allowed; there are no tags in a stage program");
    return !directive;
}

/* Parses SOURCE from COLUMN of its first line on; NULL: errors are reported. */
static struct lt_node *read_source(const struct lt_source *source, int column,
                                   struct lt_arena *arena, struct lt_errors *errors) {
    struct lt_mark begin = {source, 1, column};
    if (!is_readable(source, begin, errors))
        return NULL;
    struct reader reader = {
        .source = source, .shift = column - 1, .arena = arena, .errors = errors};
    if (!yaml_parser_initialize(&reader.parser))
        lt_memory_out();
    const char *text = lt_mark_text(begin);
    yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text,
                                 (size_t)(source->text + source->length - text));
    struct lt_node *root = read_only_document(&reader);
    yaml_parser_delete(&reader.parser);
    return root;
}

/* Reads a stage program as a tree; NULL: it is no map, and errors are reported. */
struct lt_node *lt_tree_read(const struct lt_source *source, struct lt_arena *arena,
                             struct lt_errors *errors) {
    struct lt_node *root = read_source(source, 1, arena, errors);
    if (!root || root->kind == LT_MAP)
        return root;
    struct lt_mark top = {source, 1, 1};
    if (is_empty(root))
        lt_errors_add(errors, top, "the file is empty; a stage program begins with 'lawtester: 1'");
    else
        lt_errors_add(errors, root->mark,
                      "a stage program is a map of 'key: value' lines, the first 'lawtester: 1'");
    return NULL;
}

/* The value of a key in a map; NULL: there is none, or it is no map. */
struct lt_node *lt_tree_child(const struct lt_node *map, const char *key) {
    struct lt_node *child = map->kind == LT_MAP ? map->first : NULL;
    while (child && strcmp(child->key, key) != 0)
        child = child->next;
    return child;
}

/* The item of a list at INDEX, from 0; NULL: there is none, or it is no list. */
struct lt_node *lt_tree_item(const struct lt_node *list, size_t index) {
    struct lt_node *item = list->kind == LT_LIST ? list->first : NULL;
    while (item && index-- > 0)
        item = item->next;
    return item;
}

/* True if VALUE is written in flow style, without block maps, lists or scalars. */
static bool is_flow(const struct lt_node *value) {
    char begin = *lt_mark_text(value->mark);
    switch (value->kind) {
    case LT_MAP:
        return begin == '{';
    case LT_LIST:
        return begin == '[';
    case LT_SCALAR:
        return !value->quoted || begin == '"' || begin == '\'';
    }
    return false;
}

/* The text from BEGIN on, without blanks around it: a plain value of -D is the whole argument,
 * where YAML would drop a '#' comment. */
static const char *plain_text(struct lt_mark begin, struct lt_arena *arena) {
    const char *text = lt_mark_text(begin);
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t", text[length - 1]))
        length--;
    return lt_arena_copy(arena, text, length);
}

/* Reads the value of -D on the command line as YAML on one line, from COLUMN on; NULL: errors
 * are reported. */
static struct lt_node *read_argument(const struct lt_source *source, int column,
                                     struct lt_arena *arena, struct lt_errors *errors) {
    struct lt_mark begin = {source, 1, column};
    size_t failures = errors->failures;
    if (source->text[strcspn(source->text, "\r\n")]) {
        lt_errors_add(errors, begin, "a value must be on one line");
        return NULL;
    }
    struct lt_node *value = read_source(source, column, arena, errors);
    if (!value)
        return NULL;
    if (is_empty(value))
        lt_errors_add(errors, begin, "a value is missing after '='");
    else if (!is_flow(value))
        lt_errors_add(errors, value->mark,
                      value->kind == LT_MAP
                          ? "a value that holds ': ' must be put in quotes"
                          : "write a list as [a, b], and a text that begins so in quotes");
    else if (value->kind == LT_SCALAR && !value->quoted)
        value->text = plain_text(begin, arena);
    return errors->failures == failures ? value : NULL;
}

struct step {
    const char *key; /* NULL: an index */
    size_t index;
    bool append; /* "[]" */
};

/* Takes "key", ".key", "[3]", or "[]" for a new item, off the front of *PATH into STEP; FIRST:
 * at its begin, where a key has no point. False: it is none of these. */
static bool take_step(const char **path, bool first, struct lt_arena *arena, struct step *step) {
    const char *text = *path;
    if (!first && strncmp(text, "[]", 2) == 0) {
        *step = (struct step){.index = SIZE_MAX, .append = true};
        *path = text + 2;
        return true;
    }
    if (!first && *text == '[' && isdigit((unsigned char)text[1])) {
        char *end;
        *step = (struct step){.index = strtoul(text + 1, &end, 10)};
        *path = end + 1;
        return *end == ']';
    }
    if (!first && *text++ != '.')
        return false;
    size_t length = strcspn(text, ".[]");
    *step = (struct step){.key = lt_arena_copy(arena, text, length)};
    *path = text + length;
    return length > 0;
}

/* The link to the child that STEP names, or the empty one at the end of the list. */
static struct lt_node **find_link(struct lt_node *node, const struct step *step) {
    struct lt_node **link = &node->first;
    for (size_t i = 0; *link; i++, link = &(*link)->next)
        if (step->key ? strcmp((*link)->key, step->key) == 0 : i == step->index)
            break;
    return link;
}

/* A node of a kind without children; MARK is its place for errors. */
static struct lt_node *new_node(enum lt_node_kind kind, struct lt_mark mark, const char *key,
                                struct lt_arena *arena) {
    struct lt_node *node = lt_arena_get(arena, sizeof *node);
    *node = (struct lt_node){.kind = kind, .mark = mark, .key_mark = mark, .key = key};
    return node;
}

/* Puts VALUE in the place of OLD, to which LINK points, under the same key. */
static void replace_node(struct lt_node *old, struct lt_node **link, struct lt_node *value) {
    value->parent = old->parent;
    value->next = old->next;
    value->key = old->key;
    value->key_mark = old->key_mark;
    *link = value;
}

/* The reason why STEP cannot be taken from NODE, to follow the name of NODE in a message; NULL:
 * none. A NODE that does not exist (NULL) becomes a map, or a list with a first item. */
static const char *obstacle_to(const struct lt_node *node, const struct step *step,
                               struct lt_arena *arena) {
    static const char *const kinds[] = {"a value", "a map", "a list"};
    enum lt_node_kind wanted = step->key ? LT_MAP : LT_LIST;
    if (!node)
        return step->key || step->append ? NULL : "is not there";
    if (node->kind != wanted)
        return lt_arena_print(arena, "is %s, not %s", kinds[node->kind], kinds[wanted]);
    if (!step->key && !step->append && step->index >= node->count)
        return lt_arena_print(arena, "has only %zu item%s, counted from 0", node->count,
                              node->count == 1 ? "" : "s");
    return NULL;
}

/* The node at a path such as "stages[0].until"; NULL: there is none. */
const struct lt_node *lt_tree_find(const struct lt_node *root, const char *path,
                                   struct lt_arena *arena) {
    const struct lt_node *node = root;
    const char *rest = path;
    for (int depth = 0; node && (*rest || depth == 0); depth++) {
        struct step step;
        if (depth == MAX_DEPTH || !take_step(&rest, depth == 0, arena, &step))
            return NULL;
        node = step.key ? lt_tree_child(node, step.key) : lt_tree_item(node, step.index);
    }
    return node;
}

/* Puts VALUE at PATH of the tree, in place of what is there; maps on the way that do not exist
 * are made, and lists with a first item. False: the path is not possible, and an error is
 * reported at MARK. */
bool lt_tree_set(struct lt_node *root, const char *path, struct lt_node *value, struct lt_mark mark,
                 struct lt_arena *arena, struct lt_errors *errors) {
    struct lt_node *top = root, **link = &top, *parent = NULL;
    struct step step = {0};
    const char *rest = path;
    for (int depth = 0; *rest || depth == 0; depth++) {
        /* LINK is where the node of the steps so far is, or would be; KEY is its key. */
        const char *done = lt_arena_copy(arena, path, (size_t)(rest - path));
        const char *key = step.key;
        if (depth == MAX_DEPTH || !take_step(&rest, depth == 0, arena, &step)) {
            lt_errors_add(errors, mark, "'%s' is not a path such as motion.dt or stages[0].until",
                          brief_text(arena, path));
            return false;
        }
        const char *why = obstacle_to(*link, &step, arena);
        if (why) {
            lt_errors_add(errors, mark, "'%s' %s", brief_text(arena, done), why);
            return false;
        }
        if (!*link)
            add_child(parent, link, new_node(step.key ? LT_MAP : LT_LIST, mark, key, arena));
        parent = *link;
        link = find_link(parent, &step);
    }
    /* The last step: replace the value there, or append a new one. */
    if (*link) {
        replace_node(*link, link, value);
        return true;
    }
    value->key = step.key;
    value->key_mark = mark;
    add_child(parent, link, value);
    return true;
}

/* Reads a value from SOURCE, from COLUMN on, and puts it at a path of the tree. False: errors
 * are reported. */
bool lt_tree_put(struct lt_node *root, const char *path, const struct lt_source *source, int column,
                 struct lt_arena *arena, struct lt_errors *errors) {
    struct lt_node *value = read_argument(source, column, arena, errors);
    return value && lt_tree_set(root, path, value, (struct lt_mark){source, 1, 1}, arena, errors);
}
