/* Ways out of a sandbox, each a small attempt: `ways-out list` names them, `ways-out NAME` tries one. Exit code 0: it is open.
   In the list, "sure" must be open without a sandbox, "try" depends on the machine and the user, "harm" is not tried without one. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <mqueue.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/msg.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

static const char *world(const char *name) { const char *value = getenv(name); return value ? value : ""; }
static int number(const char *name) { return atoi(world(name)); }
static const char *at(const char *directory, const char *name) {
  static char paths[4][4096]; static int turn; char *path = paths[turn++ % 4];
  snprintf(path, 4096, "%s/%s", directory, name); return path;
}
static const char *outside(const char *name) { return at(world("W_DIR"), name); }
static int opens(const char *file, int flags) { int fd = open(file, flags, 0644); if (fd >= 0) close(fd); return fd >= 0; }
static int makes(const char *file) { return opens(file, O_WRONLY | O_CREAT); }
static int done(long result) { return result >= 0; }
/* For calls that look at the caller's rights first: any other complaint means that it came through. */
static int passes(long result) { return result >= 0 || (errno != EPERM && errno != ENOSYS && errno != EACCES); }

struct way { const char *kind, *name; int (*open)(void); };
#define WAY(id) static int id(void)

/* Files. */
WAY(create) { return makes(outside("new")); }
WAY(create_origin) { return makes(at(world("W_ORIGIN"), "new")); }
WAY(create_root) { int ok = makes("/pare-way-out"); unlink("/pare-way-out"); return ok; }
WAY(create_etc) { int ok = makes("/etc/pare-way-out"); unlink("/etc/pare-way-out"); return ok; }
WAY(create_tmp) { return makes(at("/tmp", world("W_NAME"))); }
WAY(create_shm) { return makes(at("/dev/shm", world("W_NAME"))); }
WAY(create_run) { return makes(at("/var/run", "pare-way-out")); }
WAY(create_scratch) { return makes(at(world("W_SCRATCH"), world("W_NAME"))); }
WAY(append) { return opens(outside("precious"), O_WRONLY | O_APPEND); }
WAY(cut) { return done(truncate(outside("precious"), 0)); }
WAY(change_mode) { return done(chmod(outside("precious"), 0600)); }
WAY(change_time) { return done(utimes(outside("precious"), NULL)); }
WAY(change_owner) { return done(chown(outside("precious"), getuid(), getgid())); }
WAY(change_attribute) { return done(setxattr(outside("precious"), "user.way", "x", 1, 0)); }
WAY(move) { return done(rename(outside("precious"), outside("moved"))); }
WAY(delete) { return done(unlink(outside("precious"))); }
WAY(hard_link) { return done(link(outside("precious"), "linked")); }
WAY(hard_link_outside) { return done(link(outside("precious"), outside("linked"))); }
WAY(symbolic_link) { return done(symlink(outside("new"), "there")) && makes("there"); }
WAY(own_root) { return makes(at("/proc/self/root", outside("new") + 1)); }
WAY(root_of_first) { return makes(at("/proc/1/root", outside("new") + 1)); }
static int each_process(const char *link, const char *rest, int flags) {
  DIR *all = opendir("/proc"); struct dirent *entry; char file[8192]; int ok = 0;
  while ((entry = readdir(all))) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    snprintf(file, sizeof file, "/proc/%s/%s/%s", entry->d_name, link, rest);
    ok |= opens(file, flags);
  }
  return ok;
}
WAY(root_of_any) { return each_process("root", outside("new") + 1, O_WRONLY | O_CREAT); }
WAY(directory_of_any) { return each_process("cwd", at("../../../../../../../..", outside("new") + 1), O_WRONLY | O_CREAT); }
WAY(descriptor_low) { return write(5, "x", 1) == 1; }
WAY(descriptor_high) { return write(30, "x", 1) == 1; }
WAY(handle) {
  char space[sizeof(struct file_handle) + MAX_HANDLE_SZ]; struct file_handle *handle = (struct file_handle *)space; int mount_id;
  handle->handle_bytes = MAX_HANDLE_SZ;
  if (name_to_handle_at(AT_FDCWD, outside("precious"), handle, &mount_id, 0) != 0) return 0;
  return done(open_by_handle_at(open(world("W_DIR"), O_RDONLY), handle, O_WRONLY));
}

/* The kernel's own files: not one of them can be opened for writing. Nothing is written. */
static int writable;
static int look(const char *file, const struct stat *info, int type, struct FTW *depth) {
  (void)info; (void)depth;
  if (type == FTW_F && opens(file, O_WRONLY | O_NONBLOCK)) { if (writable++ < 5) printf("%s\n", file); }
  return 0;
}
static int walk(const char *root) { writable = 0; nftw(root, look, 16, FTW_PHYS); return writable > 0; }
WAY(proc_sys) { return opens("/proc/sys/kernel/core_pattern", O_WRONLY); }
WAY(proc_trigger) { return opens("/proc/sysrq-trigger", O_WRONLY); }
WAY(proc_memory) { return opens("/proc/kcore", O_RDONLY); }
WAY(proc_writable) { return walk("/proc"); }
WAY(sys_writable) { return walk("/sys"); }
WAY(hidden_kernel) { return opens("/proc/keys", O_RDONLY) || opens("/proc/timer_list", O_RDONLY) || opens("/proc/kmsg", O_RDONLY); }

/* Devices. */
WAY(devices) {
  static const char *usual = " null zero full random urandom tty "; DIR *all = opendir("/dev"); struct dirent *entry; int strange = 0;
  while ((entry = readdir(all))) {
    struct stat info; char name[300]; snprintf(name, sizeof name, " %s ", entry->d_name);
    if (lstat(at("/dev", entry->d_name), &info) == 0 && (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)) && !strstr(usual, name)) strange++;
  }
  return strange > 0;
}
WAY(devices_known) {
  static const char *some[] = {"mem", "kmsg", "fuse", "kvm", "sda", "vda", "console", "net/tun", "loop0", "mapper/control", "snd/timer", "uinput"};
  int ok = 0; for (size_t i = 0; i < sizeof some / sizeof *some; i++) ok |= opens(at("/dev", some[i]), O_RDONLY | O_NONBLOCK);
  return ok;
}
WAY(device_made) { return done(mknod("zero", S_IFCHR | 0600, makedev(1, 5))) && opens("zero", O_RDONLY); }
WAY(device_outside) { return opens(outside("zero"), O_RDONLY); }

/* Network. */
static int connects(const char *address, int port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)}; inet_pton(AF_INET, address, &to.sin_addr);
  return done(connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&to, sizeof to));
}
WAY(tcp) { return connects("127.0.0.1", number("W_PORT")); }
WAY(tcp_address) { return connects(world("W_IP"), number("W_PORT")); }
static int sends(const char *address, int port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)}; inet_pton(AF_INET, address, &to.sin_addr);
  return done(sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0, (void *)&to, sizeof to));
}
WAY(udp) { return sends("127.0.0.1", number("W_PORT")); }
WAY(dns) { return sends("192.0.2.1", 53); }
static socklen_t unix_address(struct sockaddr_un *to, const char *name, int is_abstract) {
  memset(to, 0, sizeof *to); to->sun_family = AF_UNIX; strncpy(to->sun_path + is_abstract, name, 100);
  return offsetof(struct sockaddr_un, sun_path) + is_abstract + strlen(name);
}
static int reaches(int fd, const char *name, int is_abstract) {
  struct sockaddr_un to; socklen_t length = unix_address(&to, name, is_abstract);
  return fd >= 0 && done(connect(fd, (void *)&to, length)) && write(fd, "x", 1) == 1;
}
static int pair(int type) { int both[2]; return socketpair(AF_UNIX, type, 0, both) == 0 ? both[0] : -1; }
WAY(unix_stream) { return reaches(socket(AF_UNIX, SOCK_STREAM, 0), outside("stream"), 0); }
WAY(unix_run) { return reaches(socket(AF_UNIX, SOCK_STREAM, 0), at("/run", world("W_NAME")), 0); }
WAY(unix_abstract) { return reaches(socket(AF_UNIX, SOCK_STREAM, 0), world("W_NAME"), 1); }
WAY(unix_datagram) { return reaches(socket(AF_UNIX, SOCK_DGRAM, 0), outside("dgram"), 0); }
WAY(unix_pair) { return reaches(pair(SOCK_DGRAM), outside("dgram"), 0); }
WAY(unix_pair_raw) { return reaches(pair(SOCK_RAW), outside("dgram"), 0); }
WAY(unix_pair_stream) { return reaches(pair(SOCK_STREAM), outside("stream"), 0); }
WAY(vsock) { return done(socket(40, SOCK_STREAM, 0)); }
WAY(interfaces) { struct if_nameindex *all = if_nameindex(); int count = 0; while (all && all[count].if_index) count++; return count > 1; }
WAY(netlink_events) { return done(socket(AF_NETLINK, SOCK_RAW, 15)); }
WAY(raw_socket) { return done(socket(AF_INET, SOCK_RAW, 1)); }
WAY(packet_socket) { return done(socket(AF_PACKET, SOCK_RAW, 0)); }
WAY(algorithm_socket) { return done(socket(38, SOCK_SEQPACKET, 0)); }

/* Other processes. */
#define VICTIM number("W_PID")
WAY(signal_victim) { return done(kill(VICTIM, 0)); }
WAY(signal_pare) { return done(kill(number("W_PARE"), 0)); }
WAY(signal_group) { return done(kill(-VICTIM, 0)); }
WAY(signal_all) { return done(kill(-1, SIGCONT)); }
WAY(signal_queued) { siginfo_t info = {.si_code = -1}; return done(syscall(SYS_rt_sigqueueinfo, VICTIM, 0, &info)); }
WAY(process_handle) { return done(syscall(434, VICTIM, 0)); }
WAY(trace) { return done(ptrace(PTRACE_SEIZE, VICTIM, 0, 0)); }
WAY(read_memory) { char byte; struct iovec here = {&byte, 1}, there = {(void *)0x1000, 1}; return done(process_vm_readv(VICTIM, &here, 1, &there, 1, 0)) || errno == EFAULT; }
static int any_says(const char *file) {
  DIR *all = opendir("/proc"); struct dirent *entry; static char text[65536];
  while ((entry = readdir(all))) {
    char name[600]; snprintf(name, sizeof name, "/proc/%s/%s", entry->d_name, file);
    int fd = open(name, O_RDONLY); ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof text - 1); if (fd >= 0) close(fd);
    if (size > 0 && memmem(text, size, "SECRET-OF-VICTIM", 16)) return 1;
  }
  return 0;
}
WAY(read_environment) { return any_says("environ"); }
WAY(read_command) { return any_says("cmdline"); }
static int of_victim(const char *file, int flags) { char name[100]; snprintf(name, sizeof name, "/proc/%d/%s", VICTIM, file); return opens(name, flags); }
WAY(open_memory) { return of_victim("mem", O_RDWR); }
WAY(see_victim) { return of_victim("stat", O_RDONLY); }
WAY(limits) { struct rlimit old; return done(prlimit(VICTIM, RLIMIT_NOFILE, NULL, &old)) && done(prlimit(VICTIM, RLIMIT_NOFILE, &old, NULL)); }
WAY(affinity) { cpu_set_t set; CPU_ZERO(&set); return done(sched_getaffinity(VICTIM, sizeof set, &set)) && done(sched_setaffinity(VICTIM, sizeof set, &set)); }
WAY(niceness) { return done(setpriority(PRIO_PROCESS, VICTIM, getpriority(PRIO_PROCESS, 0) < 19 ? getpriority(PRIO_PROCESS, 0) + 1 : 19)); }
WAY(niceness_of_user) { return done(setpriority(PRIO_USER, getuid(), 19)); }
WAY(disk_priority) { return done(syscall(SYS_ioprio_set, 1, VICTIM, (2 << 13) | 5)); }
WAY(scheduler) { struct sched_param none = {0}; return done(sched_setscheduler(VICTIM, SCHED_BATCH, &none)); }

/* Mounts and namespaces. */
WAY(mount_new) { return done(mount("none", ".", "tmpfs", 0, "")); }
WAY(mount_bind) { return done(mount(world("W_DIR"), ".", NULL, MS_BIND, NULL)); }
WAY(remount) { return done(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL)); }
WAY(unmount) { return done(umount2("/proc/sys", MNT_DETACH)) || done(umount2("/tmp", MNT_DETACH)) || done(umount2("/dev", MNT_DETACH)); }
WAY(pivot) { return done(syscall(SYS_pivot_root, ".", ".")); }
WAY(change_root) { return done(chroot(".")); }
WAY(open_filesystem) { return done(syscall(430, "tmpfs", 0)); }
WAY(open_mounts) { return done(syscall(428, AT_FDCWD, "/", 1)); }
WAY(set_mounts) { uint64_t change[4] = {0, 1, 0, 0}; return done(syscall(442, AT_FDCWD, "/", 0, change, sizeof change)); }
WAY(namespace_user) { return done(unshare(CLONE_NEWUSER)); }
WAY(namespace_net) { return done(unshare(CLONE_NEWNET)); }
WAY(namespace_mount) { return done(unshare(CLONE_NEWNS)); }
WAY(namespace_clone) { long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0); if (pid == 0) _exit(0); return done(pid); }
WAY(namespace_clone3) { uint64_t order[8] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD}; long pid = syscall(435, order, sizeof order); if (pid == 0) _exit(0); return done(pid); }
WAY(namespace_enter) { return done(setns(open("/proc/1/ns/net", O_RDONLY), 0)); }

/* Shared by users, not by processes. */
WAY(key) { return done(syscall(SYS_add_key, "user", world("W_NAME"), "x", 1, -4)); }
WAY(keyring) { return done(syscall(SYS_keyctl, 0, -4, 0)); }
#define KEY number("W_PORT") + 7000000
WAY(make_shared) { return done(shmget(KEY, 4096, IPC_CREAT | 0600)) & done(msgget(KEY, IPC_CREAT | 0600)) & done(semget(KEY, 1, IPC_CREAT | 0600)); }
WAY(drop_shared) { shmctl(shmget(KEY, 0, 0), IPC_RMID, NULL); msgctl(msgget(KEY, 0), IPC_RMID, NULL); semctl(semget(KEY, 0, 0), 0, IPC_RMID); return 1; }
WAY(shared_memory) { return done(shmget(KEY, 0, 0)); }
WAY(message_queue) { return done(msgget(KEY, 0)); }
WAY(semaphore) { return done(semget(KEY, 0, 0)); }
WAY(posix_memory) { return done(shm_open(world("W_NAME"), O_CREAT | O_RDWR, 0600)); }
WAY(posix_queue) { return done(mq_open(at("", world("W_NAME")), O_RDWR)); }
WAY(make_queue) { return done(mq_open(at("", world("W_NAME")), O_RDWR | O_CREAT, 0600, NULL)); }
WAY(drop_queue) { return done(mq_unlink(at("", world("W_NAME")))); }

/* Terminals. */
WAY(own_terminal) { return opens("/dev/tty", O_RDWR); }
WAY(other_terminal) { return opens(world("W_PTS"), O_RDWR | O_NOCTTY); }
static int terminal(void) { int fd = posix_openpt(O_RDWR); grantpt(fd); unlockpt(fd); setsid(); return open(ptsname(fd), O_RDWR); }
WAY(type_text) { return done(ioctl(terminal(), TIOCSTI, "x")); }
WAY(type_text_high) { return done(syscall(SYS_ioctl, terminal(), TIOCSTI | 0x100000000L, "x")); }

/* Rights, and the kernel. */
WAY(euid) { return geteuid() != getuid(); }
WAY(setuid_program) {
  pid_t pid = fork(); int status; if (pid == 0) { execl(outside("setuid"), "setuid", "euid", NULL); _exit(1); }
  return waitpid(pid, &status, 0) == pid && status == 0;
}
WAY(capabilities) {
  FILE *file = fopen("/proc/self/status", "r"); char line[200]; int any = 0;
  while (fgets(line, sizeof line, file)) if (strncmp(line, "Cap", 3) == 0) any |= strtoull(line + 7, NULL, 16) != 0;
  return any;
}
WAY(new_privileges) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1; }
WAY(bpf) { union bpf_attr map = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1}; return done(syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map)); }
WAY(perf) { struct perf_event_attr clock = {.type = PERF_TYPE_SOFTWARE, .size = sizeof clock, .config = PERF_COUNT_SW_TASK_CLOCK, .exclude_kernel = 1}; return done(syscall(SYS_perf_event_open, &clock, 0, -1, -1, 0)); }
WAY(user_faults) { return done(syscall(SYS_userfaultfd, 1)); }
WAY(ring) { char order[120] = {0}; return done(syscall(425, 1, order)); }
WAY(kexec) { return passes(syscall(SYS_kexec_load, 0, 1000, NULL, 0)); }
WAY(module) { return passes(syscall(SYS_init_module, NULL, 0, "")); }
WAY(module_file) { return passes(syscall(SYS_finit_module, -1, "", 0)); }
WAY(host_name) { char name[300] = ""; gethostname(name, 299); return done(sethostname(name, strlen(name))); }
WAY(set_clock) { struct timespec now; clock_gettime(CLOCK_REALTIME, &now); return done(clock_settime(CLOCK_REALTIME, &now)); }
WAY(reboot_badly) { return passes(syscall(SYS_reboot, 1, 2, 3, NULL)); }
WAY(swap) { return passes(syscall(SYS_swapon, "/nonexistent", 0)); }
WAY(accounting) { return passes(acct("/nonexistent")); }
WAY(kernel_log) { static char text[4096]; return syscall(SYS_syslog, 3, text, sizeof text) >= 0; }
WAY(watch_files) { return done(syscall(SYS_fanotify_init, 0x200, 0)); }
#ifdef __x86_64__
WAY(old_calls) { long result; __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory"); return result > 0; }
WAY(x32_calls) { return syscall(0x40000000L + SYS_getpid) > 0; }
WAY(ports) { return done(syscall(SYS_iopl, 0)); }
#endif

/* Somebody outside who can be reached in every way; says the port and the terminal. A datagram that arrives leaves a file. */
static int listens(int fd, void *address, socklen_t length) { return bind(fd, address, length) == 0 && listen(fd, 100) == 0; }
WAY(victim) {
  struct sockaddr_un to; struct sockaddr_in here = {.sin_family = AF_INET}; socklen_t size = sizeof here; char byte;
  int tcp = socket(AF_INET, SOCK_STREAM, 0), udp = socket(AF_INET, SOCK_DGRAM, 0), pty = posix_openpt(O_RDWR | O_NOCTTY);
  listens(tcp, &here, sizeof here); getsockname(tcp, (void *)&here, &size);
  if (bind(udp, (void *)&here, sizeof here) != 0) return 0;
  bind(socket(AF_UNIX, SOCK_DGRAM, 0), (void *)&to, unix_address(&to, outside("dgram"), 0));
  listens(socket(AF_UNIX, SOCK_STREAM, 0), &to, unix_address(&to, outside("stream"), 0));
  listens(socket(AF_UNIX, SOCK_STREAM, 0), &to, unix_address(&to, world("W_NAME"), 1));
  listens(socket(AF_UNIX, SOCK_STREAM, 0), &to, unix_address(&to, at("/run", world("W_NAME")), 0));
  grantpt(pty); unlockpt(pty);
  printf("%d %s\n", ntohs(here.sin_port), ptsname(pty)); fflush(stdout);
  while (recv(udp, &byte, 1, 0) >= 0) makes(outside("heard"));
  return 1;
}

static const struct way ways[] = {
#define S(id) {"sure", #id, id}
#define T(id) {"try", #id, id}
#define H(id) {"harm", #id, id}
#define X(id) {"help", #id, id}
  S(create), S(create_origin), T(create_root), T(create_etc), S(create_tmp), S(create_shm), T(create_run), S(create_scratch), S(append), S(cut),
  S(change_mode), S(change_time), S(change_owner), T(change_attribute), S(move), S(delete), T(hard_link), S(hard_link_outside), S(symbolic_link),
  S(own_root), T(root_of_first), S(root_of_any), S(directory_of_any), S(descriptor_low), S(descriptor_high), T(handle),
  T(proc_sys), T(proc_trigger), T(proc_memory), H(proc_writable), H(sys_writable), T(hidden_kernel), S(devices), T(devices_known), T(device_made),
  T(device_outside), S(tcp), T(tcp_address), S(udp), T(dns), S(unix_stream), T(unix_run), S(unix_abstract), S(unix_datagram), S(unix_pair),
  S(unix_pair_raw), T(unix_pair_stream), T(vsock), T(interfaces), T(netlink_events), T(raw_socket), T(packet_socket), T(algorithm_socket),
  S(signal_victim), S(signal_pare), S(signal_group), H(signal_all), S(signal_queued), S(process_handle), T(trace), T(read_memory),
  S(read_environment), S(read_command), T(open_memory), S(see_victim), S(limits), S(affinity), S(niceness), H(niceness_of_user), S(disk_priority),
  S(scheduler), H(mount_new), H(mount_bind), H(remount), H(unmount), H(pivot), T(change_root), T(open_filesystem), T(open_mounts), H(set_mounts),
  T(namespace_user), T(namespace_net), T(namespace_mount), T(namespace_clone), T(namespace_clone3), T(namespace_enter), T(key), T(keyring),
  S(shared_memory), S(message_queue), S(semaphore), S(posix_memory), T(posix_queue), T(own_terminal), T(other_terminal), T(type_text),
  T(type_text_high), T(setuid_program), S(capabilities), S(new_privileges), T(bpf), T(perf), T(user_faults), T(ring), H(kexec), H(module),
  H(module_file), T(host_name), H(set_clock), T(reboot_badly), T(swap), T(accounting), T(kernel_log), T(watch_files),
#ifdef __x86_64__
  T(old_calls), T(x32_calls), T(ports),
#endif
  X(victim), X(euid), X(make_shared), X(drop_shared), X(make_queue), X(drop_queue),
};

int main(int count, char **words) {
  if (count < 2) return 2;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    if (strcmp(words[1], "list") == 0) printf("%s %s\n", ways[i].kind, ways[i].name);
    else if (strcmp(words[1], ways[i].name) == 0) {
      int open = ways[i].open();
      fprintf(stderr, "%s\n", strerror(errno));
      return open ? 0 : 1;
    }
  }
  return strcmp(words[1], "list") == 0 ? 0 : 2;
}
