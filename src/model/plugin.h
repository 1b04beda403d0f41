/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.h: contact laws from shared objects, beside the built-in ones. */
#ifndef LT_PLUGIN_H
#define LT_PLUGIN_H

#include "model/laws.h"

enum lt_plugin_status {
    LT_PLUGIN_LOADED,
    LT_PLUGIN_BAD_FILE, /* no shared object for this machine */
    LT_PLUGIN_BAD_LAW   /* it is one, but a law of it breaks its contract */
};

enum { LT_PLUGIN_WHY = 1024 }; /* room for what is wrong */

struct lt_plugins;
struct lt_plugins *lt_plugin_new(void);
void lt_plugin_free(struct lt_plugins *plugins); /* NULL is allowed; no law may be in use */

/* Load the laws of a shared object, all or none. Before they come in here they are looked at and
 * tried in a process of their own, which may crash or not end: WHY tells. */
enum lt_plugin_status lt_plugin_load(struct lt_plugins *plugins, const char *path, char *why,
                                     size_t size);

/* The built-in laws, then those loaded so far; ends with NULL. The list stays when more are loaded.
 */
const struct lt_law *const *lt_plugin_laws(const struct lt_plugins *plugins);

/* How many shared objects are loaded; each as it was named; the one that has ADDRESS, or NULL,
 * which may be asked in a signal handler. */
size_t lt_plugin_count(const struct lt_plugins *plugins);
const char *lt_plugin_name(const struct lt_plugins *plugins, size_t index);
const char *lt_plugin_at(const struct lt_plugins *plugins, const void *address);

#endif
