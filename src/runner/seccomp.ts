/** The system calls that a sandbox refuses, as a program of the kernel's packet filter. */

/** The architectures of `linux/audit.h`. Anything else is another way to call the same kernel, and is refused. */
const ARCHITECTURES: Readonly<Record<string, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Numbers of a call: where the two architectures agree there is one. */
type Numbers = number | readonly [x64: number | undefined, arm64: number | undefined];

/**
 * Refused as not permitted. Most need rights that nobody has in the sandbox; they are named all the same, because a kernel with a
 * mistake in one of them is the usual way out. `ptrace` is not among them: it reaches nothing outside of the process
 * namespace, and LeakSanitizer, gdb and strace live on it.
 */
const REFUSED: Readonly<Record<string, Numbers>> = {
  // Keyrings belong to users, not to namespaces.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  open_tree_attr: 467,
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  pidfd_getfd: 438,
  fanotify_init: [300, 262],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  // It makes calls that no filter sees; programs that would like to use it do without.
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  create_module: [174, undefined],
  init_module: [175, 105],
  delete_module: [176, 106],
  finit_module: [313, 273],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: 443,
  nfsservctl: [180, 42],
  syslog: [103, 116],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  vhangup: [153, 58],
  lookup_dcookie: [212, 18],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  uselib: [134, undefined],
};

const CLONE: Numbers = [56, 220];
const CLONE3 = 435;
const UNSHARE: Numbers = [272, 97];
const IOCTL: Numbers = [16, 29];
const SOCKET: Numbers = [41, 198];
const SOCKETPAIR: Numbers = [53, 199];

/** What kernels may learn after this was written is as if it did not exist. Calls of x32 have far higher numbers, too. */
const LAST_KNOWN = 469;

/** All kinds of namespaces that `clone` makes; `unshare` makes those of time besides. */
const NAMESPACES = 0x7e02_0000;
const TIME_NAMESPACE = 0x80;
/** Typing on a terminal. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
const FAMILY = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;
const NETLINK_ROUTE = 0;
const KINDS_OF_SOCKET = 0xf;
/** Connected once and for all; a pair of the kind `dgram` could be connected to a socket outside. */
const STREAM = 1;
const SEQPACKET = 5;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** An instruction: operation, how many to leave out when true and when false, constant. */
type Instruction = readonly [code: number, yes: number, no: number, constant: number];

const ALLOW: Instruction = [0x06, 0, 0, 0x7fff_0000];
const refuse = (errno: number): Instruction => [0x06, 0, 0, 0x0005_0000 + errno];
const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const NUMBER = load(0);
const ARCHITECTURE = load(4);
/** The lower half: all these arguments are as wide as an int. */
const argument = (index: number): Instruction => load(16 + 8 * index);
const mask = (bits: number): Instruction => [0x54, 0, 0, bits];

/** `then` is at most 255 instructions long. */
const ifEqual = (constant: number, then: readonly Instruction[]): readonly Instruction[] => [
  [0x15, 0, then.length, constant],
  ...then,
];
const ifAtLeast = (constant: number, then: readonly Instruction[]): readonly Instruction[] => [
  [0x35, 0, then.length, constant],
  ...then,
];
const ifAny = (bits: number, then: readonly Instruction[]): readonly Instruction[] => [
  [0x45, 0, then.length, bits],
  ...then,
];

/** Why a Unix socket is refused: those of services can be connected to by their paths, from every network namespace. */
const SOCKET_RULE: readonly Instruction[] = [
  argument(0),
  ...ifEqual(FAMILY.inet, [ALLOW]),
  ...ifEqual(FAMILY.inet6, [ALLOW]),
  ...ifEqual(FAMILY.netlink, [argument(2), ...ifEqual(NETLINK_ROUTE, [ALLOW]), refuse(EAFNOSUPPORT)]),
  ...ifEqual(FAMILY.unix, [refuse(EPERM)]),
  refuse(EAFNOSUPPORT),
];

const SOCKETPAIR_RULE: readonly Instruction[] = [
  argument(1),
  mask(KINDS_OF_SOCKET),
  ...ifEqual(STREAM, [ALLOW]),
  ...ifEqual(SEQPACKET, [ALLOW]),
  refuse(EPERM),
];

const RULES: readonly (readonly [Numbers, readonly Instruction[]])[] = [
  [CLONE, [argument(0), ...ifAny(NAMESPACES, [refuse(EPERM)]), ALLOW]],
  // Its flags cannot be seen from here. Libraries go back to the older call.
  [CLONE3, [refuse(ENOSYS)]],
  [UNSHARE, [argument(0), ...ifAny(NAMESPACES + TIME_NAMESPACE, [refuse(EPERM)]), ALLOW]],
  [IOCTL, [argument(1), ...ifEqual(TIOCSTI, [refuse(EPERM)]), ...ifEqual(TIOCLINUX, [refuse(EPERM)]), ALLOW]],
  [SOCKET, SOCKET_RULE],
  [SOCKETPAIR, SOCKETPAIR_RULE],
  ...Object.values(REFUSED).map((numbers) => [numbers, [refuse(EPERM)]] as const),
];

/** The program as bubblewrap takes it; nothing for a processor of which the calls are not known. */
export const callFilter = (processor: string = process.arch): Uint8Array | undefined => {
  const architecture = ARCHITECTURES[processor];
  if (architecture === undefined) return undefined;
  const numberOn = (numbers: Numbers): number | undefined =>
    typeof numbers === "number" ? numbers : numbers[processor === "x64" ? 0 : 1];
  return assembled([
    ARCHITECTURE,
    [0x15, 1, 0, architecture],
    refuse(EPERM),
    NUMBER,
    ...ifAtLeast(LAST_KNOWN + 1, [refuse(ENOSYS)]),
    ...RULES.flatMap(([numbers, then]) => {
      const number = numberOn(numbers);
      return number === undefined ? [] : ifEqual(number, then);
    }),
    ALLOW,
  ]);
};

const assembled = (program: readonly Instruction[]): Uint8Array => {
  const bytes = new Uint8Array(8 * program.length);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, yes, no, constant]] of program.entries()) {
    view.setUint16(8 * index, code, true);
    view.setUint8(8 * index + 2, yes);
    view.setUint8(8 * index + 3, no);
    view.setUint32(8 * index + 4, constant, true);
  }
  return bytes;
};
