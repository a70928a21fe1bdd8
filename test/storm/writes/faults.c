/* Loaded into pare before libc: numbers every call that changes something below FAULT_ROOT, and breaks the one that FAULT_AT names.
   A point is "ROLE OPERATION ORDINAL": digits and digests in the path become #, the ordinal counts calls of that operation on that role. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *root, *at, *how;
static int log_file = -1;
static int full; /* from the fault on, nothing more can be written */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct { char name[256]; int count; } seen[512];
static int roles;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  root = getenv("FAULT_ROOT");
  at = getenv("FAULT_AT");
  how = getenv("FAULT_HOW");
  const char *log = getenv("FAULT_LOG");
  if (root && log) log_file = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  unsetenv("LD_PRELOAD"); /* The tests themselves are left alone. */
}

static void say(const char *prefix, const char *point) {
  char line[400];
  int length = snprintf(line, sizeof line, "%s%s\n", prefix, point);
  if (log_file >= 0) REAL(write)(log_file, line, length);
}

static int error_of(const char *name) {
  if (!strcmp(name, "EIO")) return EIO;
  if (!strcmp(name, "EDQUOT")) return EDQUOT;
  return ENOSPC;
}

/* 0: go on; else the errno. `takes`: needs room on the disk. `half`: may be written in part. */
static int fault(const char *operation, const char *path, int takes, int *half) {
  size_t length = root ? strlen(root) : 0;
  if (!root || !path || strncmp(path, root, length) || path[length] != '/') return 0;
  char name[256], point[300];
  int n = snprintf(name, 200, "%s %s", path + length + 1, operation);
  if (n >= 200) n = 199;
  int to = 0;
  for (int i = 0; i < n; i++) {
    size_t hex = strspn(name + i, "0123456789abcdef"); /* a digest of a path, say */
    if (hex >= 10) { name[to++] = '#'; i += hex - 1; continue; }
    int digit = name[i] >= '0' && name[i] <= '9';
    if (digit && to > 0 && name[to - 1] == '#') continue;
    name[to++] = digit ? '#' : name[i];
  }
  name[to] = 0;
  pthread_mutex_lock(&mutex);
  int index = 0;
  while (index < roles && strcmp(seen[index].name, name)) index++;
  if (index == roles && roles < 511) { strcpy(seen[index].name, name); roles++; }
  snprintf(point, sizeof point, "%s %d", name, ++seen[index].count);
  int hit = at && !strcmp(at, point);
  if (!at) say("", point);
  if (hit) say("HIT ", point);
  pthread_mutex_unlock(&mutex);
  if (hit) {
    if (!strcmp(how, "KILL")) { kill(getpid(), SIGKILL); pause(); }
    if (strcmp(how, "EIO")) full = 1;
    if (!strcmp(how, "SHORT") && half) *half = 1;
    return error_of(how);
  }
  return full && takes ? error_of(how) : 0;
}

static const char *path_of(int file, char *into) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, into, PATH_MAX - 1);
  if (length < 0) return NULL;
  into[length] = 0;
  return into;
}

static const char *absolute(const char *path, char *into) {
  if (path[0] == '/') return path;
  if (!getcwd(into, PATH_MAX)) return path;
  strncat(into, "/", 2);
  strncat(into, path, PATH_MAX - strlen(into) - 1);
  return into;
}

#define FAIL(operation, path, takes) do { \
  char place[PATH_MAX]; int wrong = fault(operation, absolute(path, place), takes, NULL); \
  if (wrong) { errno = wrong; return -1; } } while (0)
#define FAIL_FILE(operation, file, takes) do { \
  char place[PATH_MAX]; int wrong = fault(operation, path_of(file, place), takes, NULL); \
  if (wrong) { errno = wrong; return -1; } } while (0)

int open64(const char *path, int flags, ...) {
  va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more);
  if (flags & (O_WRONLY | O_RDWR | O_CREAT)) FAIL("open", path, 0);
  return REAL(open64)(path, flags, mode);
}
int open(const char *path, int flags, ...) {
  va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more);
  if (flags & (O_WRONLY | O_RDWR | O_CREAT)) FAIL("open", path, 0);
  return REAL(open)(path, flags, mode);
}
ssize_t write(int file, const void *bytes, size_t size) {
  char place[PATH_MAX]; int half = 0;
  int wrong = fault("write", path_of(file, place), 1, &half);
  if (half && size > 1) return REAL(write)(file, bytes, size / 2);
  if (wrong) { errno = wrong; return -1; }
  return REAL(write)(file, bytes, size);
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
  char place[PATH_MAX]; int half = 0;
  int wrong = fault("write", path_of(file, place), 1, &half);
  if (half && size > 1) return REAL(pwrite64)(file, bytes, size / 2, offset);
  if (wrong) { errno = wrong; return -1; }
  return REAL(pwrite64)(file, bytes, size, offset);
}
ssize_t writev(int file, const struct iovec *parts, int count) { FAIL_FILE("write", file, 1); return REAL(writev)(file, parts, count); }
int fsync(int file) { FAIL_FILE("fsync", file, 0); return REAL(fsync)(file); }
int fdatasync(int file) { FAIL_FILE("fdatasync", file, 0); return REAL(fdatasync)(file); }
int ftruncate64(int file, off64_t size) { FAIL_FILE("ftruncate", file, 0); return REAL(ftruncate64)(file, size); }
int fchmod(int file, mode_t mode) { FAIL_FILE("fchmod", file, 0); return REAL(fchmod)(file, mode); }
int chmod(const char *path, mode_t mode) { FAIL("chmod", path, 0); return REAL(chmod)(path, mode); }
int rename(const char *from, const char *to) { FAIL("rename", to, 1); return REAL(rename)(from, to); }
int renameat2(int old, const char *from, int new, const char *to, unsigned flags) {
  if (getenv("FAULT_NO_EXCHANGE")) { errno = ENOSYS; return -1; }
  FAIL("exchange", to, 1);
  return REAL(renameat2)(old, from, new, to, flags);
}
int symlink(const char *target, const char *path) { FAIL("symlink", path, 1); return REAL(symlink)(target, path); }
int link(const char *from, const char *to) { FAIL("link", to, 1); return REAL(link)(from, to); }
int mkdir(const char *path, mode_t mode) { FAIL("mkdir", path, 1); return REAL(mkdir)(path, mode); }
int unlink(const char *path) { FAIL("unlink", path, 0); return REAL(unlink)(path); }
int rmdir(const char *path) { FAIL("rmdir", path, 0); return REAL(rmdir)(path); }
/* Who looks for a function in libc by hand finds those above. */
void *dlopen(const char *path, int flags) {
  return REAL(dlopen)(path && !strcmp(path, "libc.so.6") ? NULL : path, flags);
}
