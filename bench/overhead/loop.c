/* What a test costs at the least: makes a scratch directory, writes the candidate, runs the script on it, waits, removes it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void check(int failed, const char *what) {
  if (failed) {
    perror(what);
    exit(1);
  }
}

static void test(const char *root, char *script, const char *candidate, size_t size) {
  char directory[4096], path[4200];
  snprintf(directory, sizeof directory, "%s/loop-XXXXXX", root);
  check(mkdtemp(directory) == NULL, "mkdtemp");
  snprintf(path, sizeof path, "%s/candidate", directory);
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  check(fd < 0, "open");
  check(write(fd, candidate, size) != (ssize_t)size, "write");
  close(fd);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addchdir_np(&actions, directory);
  char *argv[] = {script, path, NULL};
  pid_t pid;
  check(posix_spawn(&pid, script, &actions, NULL, argv, environ) != 0, "posix_spawn");
  posix_spawn_file_actions_destroy(&actions);
  int status;
  check(waitpid(pid, &status, 0) < 0, "waitpid");
  check(!WIFEXITED(status) || WEXITSTATUS(status) != 0, "the script");
  unlink(path);
  rmdir(directory);
}

/* loop ROOT SCRIPT SIZE TESTS PROCESSES: prints the seconds it took. */
int main(int count, char **arguments) {
  if (count != 6) return 2;
  size_t size = strtoul(arguments[3], NULL, 10);
  int tests = atoi(arguments[4]), processes = atoi(arguments[5]);
  char *candidate = malloc(size);
  memset(candidate, 'x', size);
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  for (int index = 0; index < processes; index++) {
    if (fork() != 0) continue;
    for (int done = 0; done < tests / processes; done++) test(arguments[1], arguments[2], candidate, size);
    _exit(0);
  }
  int status, failures = 0;
  while (wait(&status) > 0) failures += status != 0;
  clock_gettime(CLOCK_MONOTONIC, &to);
  printf("%.9f\n", (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) / 1e9);
  return failures != 0;
}
