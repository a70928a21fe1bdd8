/*
 * The interestingness test that reducers are given: counts, times and measures every run, and hands on what the case's own test says.
 * It appends two lines to LOG, each with one write: "+ pid microseconds bytes" when a run starts, "- pid microseconds bytes code" when
 * it ends (a run that is killed has no second line), and keeps the smallest interesting candidate as BEST: a reducer that is ended at
 * its cap may leave nothing else. Built for one trial with -DLOG, -DBEST, -DSCRATCH, -DSCRIPT and -DFILE_NAME (strings) and, where the
 * reducer hands the candidate over as a path, -DBY_PATH.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int log_file;

static void note(char mark, long bytes, int code) {
  struct timespec now;
  char line[96];
  clock_gettime(CLOCK_REALTIME, &now);
  int length = snprintf(line, sizeof line, "%c %d %lld %ld %d\n", mark, (int)getpid(),
                        now.tv_sec * 1000000LL + now.tv_nsec / 1000, bytes, code);
  if (write(log_file, line, length) != length) _exit(125);
}

/* Runs the case's test here, silently; it dies with us. */
static int judge(void) {
  pid_t child = vfork();
  if (child == 0) {
    int nothing = open("/dev/null", O_RDWR);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(nothing, 0), dup2(nothing, 1), dup2(nothing, 2);
    execl(SCRIPT, SCRIPT, (char *)NULL);
    _exit(127);
  }
  int status;
  if (child < 0 || waitpid(child, &status, 0) != child) return 125;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Two at once may both be smaller than the best there was; the one that is later wins, at worst by a few bytes too many. */
static void keep(long bytes) {
  struct stat best;
  char name[sizeof BEST + 16];
  char buffer[65536];
  ssize_t length;
  if (stat(BEST, &best) == 0 && best.st_size <= bytes) return;
  snprintf(name, sizeof name, "%s.%d", BEST, (int)getpid());
  int from = open(FILE_NAME, O_RDONLY), to = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  while ((length = read(from, buffer, sizeof buffer)) > 0)
    if (write(to, buffer, length) != length) _exit(125);
  rename(name, BEST);
}

#ifdef BY_PATH
static char private_folder[] = SCRATCH "/counter-XXXXXX";

/* Goes where the candidate lies under its name: to its own folder, else to a private one with a link to it. Answers whether that is private. */
static int go_to(const char *path) {
  char *whole = realpath(path, NULL);
  if (whole == NULL) _exit(125);
  char *slash = strrchr(whole, '/');
  if (strcmp(slash + 1, FILE_NAME) == 0) {
    *slash = 0;
    if (chdir(whole) != 0) _exit(125);
    return 0;
  }
  if (mkdtemp(private_folder) == NULL || chdir(private_folder) != 0 || symlink(whole, FILE_NAME) != 0) _exit(125);
  return 1;
}
#endif

int main(int count, char **arguments) {
  struct stat candidate;
  log_file = open(LOG, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
#ifdef BY_PATH
  int is_private = count > 1 && go_to(arguments[count - 1]);
#else
  (void)count, (void)arguments;
#endif
  long bytes = stat(FILE_NAME, &candidate) == 0 ? (long)candidate.st_size : -1;
  note('+', bytes, 0);
  int code = judge();
  note('-', bytes, code);
  if (code == 0) keep(bytes);
#ifdef BY_PATH
  if (is_private) {
    unlink(FILE_NAME);
    rmdir(private_folder);
  }
#endif
  return code;
}
