/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * confine.c: Landlock for files, a filter of system calls for the rest. Both are lines of our own,
 * as serve-code has nothing but the C library. A kernel without them runs the code all the same:
 * then only the checks of its lines, the limits and the empty folder hold.
 */
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Files ----------------------------------------------------------------------------------- */

/* All that the first version of Landlock knows; READ is what a file can have of it. */
static const uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,
                      read_file = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE,
                      read_folder = LANDLOCK_ACCESS_FS_READ_DIR;

static void allow(int rules, const char *path, uint64_t access) {
    struct landlock_path_beneath_attr beneath = {.allowed_access = access,
                                                 .parent_fd = open(path, O_PATH | O_CLOEXEC)};
    if (beneath.parent_fd < 0)
        return;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    close(beneath.parent_fd);
}

/* A folder, or the one that a file is in; a name without either is looked for among the system's.
 */
static void allow_place(int rules, const char *path) {
    struct stat status;
    const char *slash = strrchr(path, '/');
    bool is_folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    char *folder =
        slash ? strndup(path, is_folder ? strlen(path) : (size_t)(slash - path) + 1) : NULL;
    if (folder)
        allow(rules, folder, read_file | read_folder);
    free(folder);
}

void confine_files(char *const *files) {
    static const char *const system[] = {"/usr",       "/lib",         "/lib64", "/sys",
                                         "/proc/self", "/etc/openmpi", NULL};
    static const char *const single[] = {"/etc/ld.so.cache", "/proc/cpuinfo", "/proc/meminfo",
                                         "/dev/urandom",     "/dev/zero",     NULL};
    struct landlock_ruleset_attr kinds = {.handled_access_fs = all};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &kinds, sizeof kinds, 0);
    if (rules < 0)
        return;
    for (size_t i = 0; system[i]; i++)
        allow(rules, system[i], read_file | read_folder);
    for (size_t i = 0; single[i]; i++)
        allow(rules, single[i], LANDLOCK_ACCESS_FS_READ_FILE);
    for (; *files; files++)
        allow_place(rules, *files);
    allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
    allow(rules, ".", all);
    allow(rules, "/tmp",
          LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR); /* YADE's own */
    syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
}

/* ---- System calls ---------------------------------------------------------------------------- */

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef ARCH
#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define HALF(i, upper)                                                                             \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[i]) + ((upper) ? 4 : 0))
#define GIVE(what)   BPF_STMT(BPF_RET | BPF_K, what)
#define FAIL(error)  GIVE(SECCOMP_RET_ERRNO | (error))
#define UNLESS(k, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(k), 0, n)

/* What no law needs: other processes, the network, other places of the system. */
static const int never[] = {
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
    SYS_execveat,
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_pidfd_open,
    SYS_pidfd_send_signal,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_chroot,
    SYS_pivot_root,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_open_by_handle_at,
    SYS_memfd_create,
    SYS_setsid};
enum { NEVER = sizeof never / sizeof never[0] };

void confine_calls(const char *program) {
    const uint64_t at = (uint64_t)(uintptr_t)program;
    const struct sock_filter first[] = {
        FIELD(arch),
        UNLESS(ARCH, 1),
        BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
        GIVE(SECCOMP_RET_KILL_PROCESS),
        FIELD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* another numbering of x86-64 */
        FAIL(ENOSYS),
        UNLESS(SYS_clone3, 1), /* its flags are in memory; the C library then takes clone */
        FAIL(ENOSYS),
        UNLESS(SYS_clone, 4), /* threads alone */
        HALF(0, 0),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        GIVE(SECCOMP_RET_ALLOW),
        FAIL(EPERM),
        UNLESS(SYS_execve, 6),
        HALF(0, 0),
        UNLESS(program ? at & 0xffffffff : 0, 3),
        HALF(0, 1),
        UNLESS(program ? at >> 32 : 1, 1),
        GIVE(SECCOMP_RET_ALLOW),
        FAIL(EPERM),
        UNLESS(SYS_tgkill, 4), /* a signal to itself, as abort() sends */
        HALF(0, 0),
        UNLESS(getpid(), 1),
        GIVE(SECCOMP_RET_ALLOW),
        FAIL(EPERM),
    };
    enum { FIRST = sizeof first / sizeof first[0] };
    struct sock_filter lines[FIRST + 2 * NEVER + 1];
    memcpy(lines, first, sizeof first);
    for (size_t i = 0; i < NEVER; i++) {
        lines[FIRST + 2 * i] = (struct sock_filter)UNLESS(never[i], 1);
        lines[FIRST + 2 * i + 1] = (struct sock_filter)FAIL(EPERM);
    }
    lines[FIRST + 2 * NEVER] = (struct sock_filter)GIVE(SECCOMP_RET_ALLOW);
    struct sock_fprog filter = {sizeof lines / sizeof lines[0], lines};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
#else
void confine_calls(const char *program) {
    (void)program;
}
#endif
