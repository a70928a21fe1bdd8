/** How a trace is taken: strace over a process and all that descends from it, told of what changes files, sends signals and opens connections. */

/** By what they can do. Reading is not looked at, and neither is writing to what was opened before. */
const TRACED = [
  "open,openat,openat2,creat,open_by_handle_at",
  "mkdir,mkdirat,mknod,mknodat,rmdir,unlink,unlinkat,rename,renameat,renameat2,link,linkat,symlink,symlinkat",
  "truncate,chmod,fchmod,fchmodat,chown,lchown,fchown,fchownat,utime,utimes,utimensat,futimesat",
  "setxattr,lsetxattr,fsetxattr,removexattr,lremovexattr,fremovexattr,mount,umount2,swapon,acct,sethostname",
  "kill,tkill,tgkill,rt_sigqueueinfo,rt_tgsigqueueinfo,pidfd_send_signal",
  "connect,bind,sendto,sendmsg,sendmmsg",
  // Who is who: without these the others could not be attributed.
  "clone,clone3,fork,vfork,execve,execveat,chdir,fchdir,unshare,setns,chroot,pivot_root",
  // What it does cannot be seen.
  "io_uring_setup",
].join(",");

/** Environments are told whole: they say what a process was started for. */
const OPTIONS = "-f --seccomp-bpf -q --decode-fds=path,pidfd --decode-pids=pidns -s 4096 -e abbrev=none".split(" ");

/** The command under strace, which writes to `file`. It exits as the command does. */
export const straced = (command: readonly string[], file: string): readonly string[] => [
  "strace",
  ...OPTIONS,
  "-e",
  `trace=${TRACED}`,
  "-o",
  file,
  "--",
  ...command,
];
