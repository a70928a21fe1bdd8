/** The C file that a program is linked with for the sancov reader. It is text here, so that it comes with every build of pare. */

export const SANCOV_RUNTIME_NAME = "pare-sancov.c";

/**
 * Writes, for every process of a run, `$PARE_COVERAGE/PID.sancov`: for each module a line of text
 * `pare-sancov 1 KIND BLOCKS DIGEST TABLE PATH-LENGTH`, the path, one byte a block, and with TABLE 1 two words a block (address without
 * the load address, flags). A table that pare knows (`$PARE_COVERAGE_KNOWN`) is left out, for it is sixteen times as long as the bytes.
 * Only functions that are safe in signal handlers are called at the end; everything else is done at the start.
 */
export const SANCOV_RUNTIME: string = String.raw`/* Coverage of blocks for pare: compile the program with
     clang -g -fsanitize-coverage=inline-bool-flag,pc-table
   and link it with this file; compile this file and link without that option. It does nothing unless PARE_COVERAGE names a directory. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MODULES 256

struct module {
  const uint8_t *flags, *flags_end;
  const uintptr_t *table, *table_end;
  uintptr_t base;
  char path[PATH_MAX];
  int counters;
};

static struct module *modules[MODULES];
static int count;
static char folder[PATH_MAX];
static char known[4096];
static volatile sig_atomic_t written_by;

static int find_module(struct dl_phdr_info *info, size_t size, void *data) {
  struct module *m = data;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + p->p_vaddr;
    if (p->p_type != PT_LOAD || (uintptr_t)m->flags < start || (uintptr_t)m->flags >= start + p->p_memsz) continue;
    m->base = info->dlpi_addr;
    const char *name = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    if (!realpath(name, m->path)) snprintf(m->path, sizeof m->path, "%s", name);
    return 1;
  }
  return 0;
}

static struct module *module_of(const uint8_t *flags, const uint8_t *end, int counters) {
  for (int i = 0; i < count; i++)
    if (modules[i]->flags == flags) return modules[i];
  if (count == MODULES || flags == end) return 0;
  struct module *m = calloc(1, sizeof *m);
  if (!m) return 0;
  m->flags = flags;
  m->flags_end = end;
  m->counters = counters;
  dl_iterate_phdr(find_module, m);
  modules[count++] = m;
  return m;
}

/* A module names its flags, then its table; the table belongs to the flags that were named last. */
static struct module *last;

void __sanitizer_cov_bool_flag_init(uint8_t *start, uint8_t *end) { last = module_of(start, end, 0); }

void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *end) { last = module_of(start, end, 1); }

void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *end) {
  if (!last) return;
  last->table = start;
  last->table_end = end;
}

static void put(int file, const void *bytes, size_t size) {
  const char *at = bytes;
  while (size > 0) {
    ssize_t done = write(file, at, size);
    if (done <= 0) return;
    at += done;
    size -= (size_t)done;
  }
}

/* Decimal or hexadecimal, with a blank before it. */
static char *number(char *at, uint64_t value, unsigned radix) {
  char digits[32];
  int n = 0;
  do digits[n++] = "0123456789abcdef"[value % radix];
  while (value /= radix);
  *at++ = ' ';
  while (n > 0) *at++ = digits[--n];
  return at;
}

static void put_table(int file, const struct module *m) {
  uint64_t some[512];
  int n = 0;
  for (const uintptr_t *p = m->table; p + 1 < m->table_end; p += 2) {
    some[n++] = p[0] - m->base;
    some[n++] = p[1];
    if (n == 512) put(file, some, sizeof some), n = 0;
  }
  put(file, some, (size_t)n * sizeof some[0]);
}

static uint64_t digest_of(const struct module *m) {
  uint64_t hash = 14695981039346656037u;
  for (const uintptr_t *p = m->table; p + 1 < m->table_end; p += 2)
    hash = (((hash ^ (p[0] - m->base)) * 1099511628211u) ^ p[1]) * 1099511628211u;
  return hash;
}

static void put_module(int file, const struct module *m) {
  char line[160] = "pare-sancov 1 ";
  char *at = line + strlen(line);
  const char *kind = m->counters ? "counters" : !m->table ? "no-table" : "flags";
  memcpy(at, kind, strlen(kind));
  at += strlen(kind);
  char *hash = number(at = number(at, (uint64_t)(m->flags_end - m->flags), 10), digest_of(m), 16);
  *hash = 0;
  int with_table = m->table && !strstr(known, at + 1);
  size_t length = strlen(m->path);
  at = number(number(hash, (uint64_t)with_table, 10), length, 10);
  *at++ = '\n';
  put(file, line, (size_t)(at - line));
  put(file, m->path, length);
  put(file, m->flags, (size_t)(m->flags_end - m->flags));
  if (with_table) put_table(file, m);
}

static void dump(void) {
  if (!*folder || written_by == getpid()) return;
  written_by = getpid();
  char path[PATH_MAX + 64];
  size_t length = strlen(folder);
  for (unsigned copy = 0; copy < 1000; copy++) {
    memcpy(path, folder, length);
    char *at = number(path + length, (uint64_t)getpid(), 10);
    path[length] = '/';
    if (copy) at = number(at, copy, 10), *strrchr(path, ' ') = '-';
    memcpy(at, ".sancov", 8);
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0) continue;
    for (int i = 0; i < count; i++) put_module(file, modules[i]);
    close(file);
    return;
  }
}

/* The signal is sent again, now with nobody to catch it, so that the program ends as it would without us. */
static void on_signal(int signal) {
  dump();
  raise(signal);
}

void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

__attribute__((constructor)) static void start(void) {
  const char *value = getenv("PARE_COVERAGE");
  if (!value || strlen(value) >= sizeof folder) return;
  snprintf(folder, sizeof folder, "%s", value);
  value = getenv("PARE_COVERAGE_KNOWN");
  if (value) snprintf(known, sizeof known, "%s", value);
  atexit(dump);
  at_quick_exit(dump);
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(dump);
  static char stack[65536];
  stack_t old, own = {.ss_sp = stack, .ss_size = sizeof stack};
  if (!sigaltstack(0, &old) && (old.ss_flags & SS_DISABLE)) sigaltstack(&own, 0);
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGALRM, SIGPIPE};
  for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++) {
    struct sigaction now, ours = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
    if (!sigaction(fatal[i], 0, &now) && now.sa_handler == SIG_DFL) sigaction(fatal[i], &ours, 0);
  }
}
`;
