/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.h: contact laws from shared objects, beside the built-in ones. */
#ifndef LT_PLUGIN_H
#define LT_PLUGIN_H

#include "registry/laws.h"

enum lt_plugin_status {
    LT_PLUGIN_LOADED,
    LT_PLUGIN_BAD_FILE, /* not a shared object for this machine */
    LT_PLUGIN_BAD_LAW   /* a law in it violates law.h */
};

enum { LT_PLUGIN_WHY = 1024 }; /* room for what is wrong */

struct lt_plugins;
struct lt_plugins *lt_plugin_new(void);
void lt_plugin_free(struct lt_plugins *plugins); /* NULL is allowed; no law may be in use */

/* Load the laws of a shared object, all or none. They are tried on a short path (probe.h), in this
 * process, and refused if they break a rule of law.h; WHY says which. */
enum lt_plugin_status lt_plugin_load(struct lt_plugins *plugins, const char *path, char *why,
                                     size_t size);

/* Add a law that the caller keeps alive and that is not tried. False: it breaks a rule of law.h, or
 * has the name of another one; WHY says which. */
bool lt_plugin_add(struct lt_plugins *plugins, const struct lt_law *law, char *why, size_t size);

/* The built-in laws, then those loaded so far; ends with NULL. The list stays when more are loaded.
 */
const struct lt_law *const *lt_plugin_laws(const struct lt_plugins *plugins);

#endif
