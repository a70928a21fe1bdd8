import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canTrace } from "../../../src/cli/check/strace.ts";
import { judgeTrace, linesOf, type Judgement } from "./judge.ts";
import { straced } from "./strace.ts";
import { lacks, without } from "../../support/needs.ts";

/** One process of pare in /work, with these lines behind its start. */
const told = (...lines: readonly string[]): Promise<Judgement> => toldOf(["hay.txt", "--test", "./t.sh"], ...lines);

const toldOf = (words: readonly string[], ...lines: readonly string[]): Promise<Judgement> =>
  judgeTrace(
    [
      "1 clone(child_stack=NULL, flags=SIGCHLD) = 10",
      '1 symlink("/elsewhere", "/work/.pare/link") = 0',
      '10 chdir("/work") = 0',
      `10 execve("/usr/bin/node", ${JSON.stringify(["node", "/pare/dist/cli/main.js", ...words])}, ["HOME=/home/me", "TMPDIR=/tmp"]) = 0`,
      ...lines,
    ],
    "/",
  );

const findings = async (judgement: Promise<Judgement>): Promise<readonly string[]> =>
  (await judgement).pares.flatMap((pare) => pare.findings);

describe("calls outside of the places", () => {
  test.each([
    ['open("/etc/passwd", O_WRONLY)', "= 3</etc/passwd>"],
    ['openat(AT_FDCWD</work>, "other.txt", O_RDWR|O_CLOEXEC)', "= 3</work/other.txt>"],
    ['openat(AT_FDCWD</work>, "other.txt", O_RDONLY|O_CREAT, 0666)', "= 3</work/other.txt>"],
    ['openat(AT_FDCWD</work>, "O_RDONLY", O_WRONLY|O_TRUNC)', "= 3</work/O_RDONLY>"],
    ['openat(AT_FDCWD</work>, ".pare/x", O_WRONLY|O_CREAT, 0666)', "= 3</elsewhere/x>"],
    ['openat(AT_FDCWD</work>, "/gone/x", O_WRONLY|O_CREAT, 0666)', "= -1 ENOENT (No such file or directory)"],
    ['openat2(AT_FDCWD</work>, "x", {flags=O_WRONLY|O_CREAT, mode=0666}, 24)', "= 3</work/x>"],
    ['creat("x", 0666)', "= 3</work/x>"],
    ['mkdir("x", 0777)', "= 0"],
    ['mkdir("x", 0777)', "= -1 EACCES (Permission denied)"],
    ['mkdirat(5</home/me>, ".pare", 0777)', "= 0"],
    ['mknod("pipe", S_IFIFO|0666)', "= 0"],
    ['mknodat(AT_FDCWD</work>, "pipe", S_IFIFO|0666)', "= 0"],
    ['rmdir("src")', "= 0"],
    ['unlink("hay.txt")', "= 0"],
    ['unlink(".pare/link/x")', "= 0"],
    ['unlink("gone")', "= -1 ENOENT (No such file or directory)"],
    ['unlinkat(7</work/src>, "a.c", 0)', "= 0"],
    ['rename(".pare/x", "hay.txt")', "= 0"],
    ['rename("hay.txt", ".pare/x")', "= 0"],
    ['renameat2(AT_FDCWD</work>, ".pare/x", AT_FDCWD</work>, "src", RENAME_EXCHANGE)', "= 0"],
    ['link("hay.txt", ".pare/x")', "= 0"],
    ['linkat(AT_FDCWD</work>, ".pare/x", AT_FDCWD</work>, "x", 0)', "= 0"],
    ['symlink("hay.txt", "x")', "= 0"],
    ['symlinkat("hay.txt", AT_FDCWD</work>, "x")', "= 0"],
    ['truncate("hay.txt", 0)', "= 0"],
    ['truncate(".pare/link/x", 0)', "= 0"],
    ['chmod("hay.txt", 0644)', "= 0"],
    ["fchmod(3</work/hay.txt>, 0644)", "= 0"],
    ['fchmodat(AT_FDCWD</work>, "hay.txt", 0644)', "= 0"],
    ['chown("hay.txt", 0, 0)', "= 0"],
    ['lchown("hay.txt", 0, 0)', "= 0"],
    ["fchown(3</work/hay.txt>, 0, 0)", "= 0"],
    ['utimes("hay.txt", NULL)', "= 0"],
    ["utimensat(3</work/hay.txt>, NULL, [UTIME_NOW, UTIME_NOW], 0)", "= 0"],
    ['utimensat(AT_FDCWD</work>, "hay.txt", NULL, 0)', "= 0"],
    ['setxattr("hay.txt", "user.a", "b", 1, 0)', "= 0"],
    ['fsetxattr(3</work/hay.txt>, "user.a", "b", 1, 0)', "= 0"],
    ['removexattr("hay.txt", "user.a")', "= 0"],
    ['mount("none", "/mnt", "tmpfs", 0, NULL)', "= 0"],
    ['unlink("/dev/shm/pare-short/x")', "= 0"],
    ["io_uring_setup(64, {flags=0})", "= 3<anon_inode:[io_uring]>"],
    ["kill(1, SIGTERM)", "= 0"],
    ["kill(-1, SIGTERM)", "= 0"],
    ["kill(0, SIGTERM)", "= 0"],
    ["kill(-1234, SIGKILL)", "= -1 ESRCH (No such process)"],
    ["tgkill(1, 1, SIGTERM)", "= 0"],
    ["rt_sigqueueinfo(1, SIGTERM, {})", "= 0"],
    ["pidfd_send_signal(3<pid:1>, SIGTERM, NULL, 0)", "= 0"],
    ['connect(3<socket:[1]>, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("192.0.2.1")}, 16)', "= 0"],
    [
      'connect(3<socket:[1]>, {sa_family=AF_INET6, sin6_port=htons(80), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28)',
      "= -1 ENETUNREACH (Network is unreachable)",
    ],
    ['bind(3<socket:[1]>, {sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("0.0.0.0")}, 16)', "= 0"],
    [
      'sendto(3<socket:[1]>, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("192.0.2.1")}, 16)',
      "= 1",
    ],
    ['connect(3<socket:[1]>, {sa_family=AF_UNIX, sun_path="/run/docker.sock"}, 110)', "= 0"],
    ['connect(3<socket:[1]>, {sa_family=AF_UNIX, sun_path=@"bus"}, 110)', "= 0"],
  ])("%s is found", async (call, result) => {
    expect(await findings(told(`10 ${call} ${result}`))).toHaveLength(1);
  });

  test("are found in threads and in the programs that pare calls for itself, and told in two parts", async () => {
    expect(
      await findings(
        told(
          "10 clone3({flags=CLONE_VM|CLONE_THREAD, exit_signal=0} <unfinished ...>",
          '11 unlink("a" <unfinished ...>',
          "10 <... clone3 resumed>, 88) = 11",
          "11 <... unlink resumed>)             = 0",
          "11 vfork( <unfinished ...>",
          '12 chdir("src")                       = 0',
          '12 execve("/usr/bin/git", ["git", "gc"], ["HOME=/home/me"]) = 0',
          "11 <... vfork resumed>)               = 12",
          '12 unlink("b" <unfinished ...>',
          "12 +++ killed by SIGKILL +++",
        ),
      ),
    ).toEqual(["unlink /work/a", "git: unlink /work/src/b"]);
  });

  test("are found in the scratch directory of another pare for as long as that lives", async () => {
    const other = [
      '10 mkdir("/dev/shm/pare-abcDEF", 0700) = 0',
      "1 clone(child_stack=NULL, flags=SIGCHLD) = 20",
      '20 execve("/usr/bin/node", ["node", "/pare/dist/cli/main.js", "check"], []) = 0',
    ];
    const removed = '20 unlink("/dev/shm/pare-abcDEF/owner") = 0';
    expect(await findings(told(...other, removed))).toHaveLength(1);
    expect(await findings(told(...other, "10 +++ killed by SIGKILL +++", removed))).toEqual([]);
  });

  test("are found in what was started by a pare that was killed meanwhile", async () => {
    const other = '1 execve("/usr/bin/node", ["node", "/pare/dist/cli/main.js", "check"], []) = 0';
    const marked = '["PARE_RUN=pare-10-0123"]';
    const judgement = await told(
      "1 vfork( <unfinished ...>",
      "10 clone(child_stack=NULL, flags=CLONE_VM|CLONE_VFORK|SIGCHLD <unfinished ...>",
      '50 unlink("/work/x") = 0',
      `50 execve("/work/t.sh", ["/work/t.sh"], ${marked}) = 0`,
      "10 <... clone resumed> <unfinished ...>) = ?",
      "10 +++ killed by SIGKILL +++",
      "1 <... vfork resumed>) = ?",
      other,
    );
    expect(judgement.unknown).toEqual([]);
    expect(judgement.pares[0]).toMatchObject({ findings: ["unlink /work/x"] });
  });

  test("what a pare has started when it was killed is its own, even if nothing more is heard of it", async () => {
    const watchdog = '["/bin/sh", "-c", "…", "pare-watchdog"]';
    const judgement = await told(
      "10 vfork() = 20",
      `20 execve("/bin/sh", ${watchdog}, []) = 0`,
      "10 vfork( <unfinished ...>",
      "10 <... vfork resumed> <unfinished ...>) = ?",
      "10 +++ killed by SIGKILL +++",
      "20 kill(30, SIGSTOP) = 0",
      "20 kill(30, SIGKILL) = 0",
      "20 kill(31, SIGKILL) = 0",
      "30 +++ killed by SIGKILL +++",
    );
    expect(judgement.unknown).toEqual([]);
    expect(judgement.pares[0]?.findings).toEqual(["sh: SIGKILL to process 31, which it has not started"]);
  });

  test.each(["?", "? <unavailable>"])("what is told as started with %s is its own as well", async (result) => {
    const judgement = await told(
      "10 clone(child_stack=0x1, flags=CLONE_VM|CLONE_VFORK|SIGCHLD <unfinished ...>",
      '30 unlink("/work/x") = 0',
      `10 <... clone resumed>) = ${result}`,
      "10 +++ killed by SIGKILL +++",
    );
    expect(judgement).toMatchObject({ unknown: [], pares: [{ findings: ["unlink /work/x"] }] });
  });

  test("what says who has started it needs no start in the trace", async () => {
    const started = '30 execve("/bin/sh", ["sh", "t.sh"], ["PARE_RUN=pare-10-abc", "PARE_JOB=pare-10-abc.1."]) = 0';
    const judgement = await told("10 +++ killed by SIGKILL +++", started, '30 unlink("/work/x") = 0');
    expect(judgement).toMatchObject({ unknown: [], pares: [{ findings: [], byTests: ["unlink /work/x"] }] });
  });

  test("a start that is called again has started nobody yet", async () => {
    const again = "10 vfork() = ? ERESTARTNOINTR (To be restarted)";
    const judgement = await told(again, "10 vfork() = 30", '30 unlink("/work/x") = 0', '40 unlink("/work/y") = 0');
    expect(judgement).toMatchObject({ pares: [{ findings: ["unlink /work/x"] }] });
    expect(judgement.unknown).toHaveLength(1);
  });

  test("nor is it confused with who gets its number later", async () => {
    const judgement = await told(
      "10 vfork( <unfinished ...>",
      '30 unlink("/work/x") = 0',
      "10 +++ killed by SIGKILL +++",
      "30 +++ killed by SIGKILL +++",
      "1 vfork() = 30",
      '30 unlink("/work/y") = 0',
    );
    expect(judgement).toMatchObject({ unknown: [], pares: [{ findings: ["unlink /work/x"] }] });
  });

  test("a number that somebody else has got meanwhile is a stranger's", async () => {
    const mine = ["10 vfork() = 30", "30 +++ exited with 0 +++"];
    expect(await findings(told(...mine, "10 kill(-30, SIGKILL) = -1 ESRCH (No such process)"))).toEqual([]);
    expect(await findings(told(...mine, "1 vfork() = 30", "10 kill(-30, SIGKILL) = 0"))).toHaveLength(1);
  });
});

describe("calls inside of the places", () => {
  test.each([
    ['mkdir("/work/.pare/hay.txt-1", 0777) = 0'],
    ['mkdir("/work", 0777) = -1 EEXIST (File exists)'],
    ['openat(AT_FDCWD</work>, "hay.reduced.txt", O_WRONLY|O_CREAT, 0666) = 3</work/hay.reduced.txt>'],
    ['rename("/work/.hay.reduced.txt.pare-10-1", "/work/hay.reduced.txt") = 0'],
    ['unlink("/work/.hay.reduced.txt.pare-9-probe") = 0'],
    ['unlink("/work/.pare/link") = 0'],
    ['mkdir("/tmp/pare-abcDEF", 0700) = 0'],
    ['openat(AT_FDCWD</work>, "/dev/null", O_RDWR) = 3</dev/null>'],
    ['openat(AT_FDCWD</work>, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 3</etc/passwd>'],
    ["kill(1, 0) = 0"],
    ["kill(0, SIGINT) = 0"],
    ["tgkill(10, 10, SIGABRT) = 0"],
    ['connect(3<socket:[1]>, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, 16) = 0'],
    ['bind(3<socket:[1]>, {sa_family=AF_INET6, sin6_port=htons(0), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0'],
    ["bind(3<socket:[1]>, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 0"],
    ['sendto(3<socket:[1]>, "x", 1, 0, NULL, 0) = 1'],
  ])("%s is fine", async (line) => {
    expect(await findings(told(`10 ${line}`))).toEqual([]);
  });

  test.each([
    [["hay.txt", "-o", "out/small"], 'mkdir("out/small", 0777) = 0'],
    [["reduce", "hay.txt", "--output=x.txt"], 'creat("x.txt", 0666) = 3</work/x.txt>'],
    [["hay.txt", "--in-place"], 'rename(".hay.txt.pare-10-1", "hay.txt") = 0'],
    [["hay.txt", "--in-place"], 'link("hay.txt", "hay.txt.orig") = 0'],
    [["hay.txt", "--events", "e.jsonl"], 'creat("e.jsonl", 0666) = 3</work/e.jsonl>'],
    [["reduce", "proj"], 'rename(".proj.reduced.pare-10-1", "proj.reduced") = 0'],
    [["check", "hay.txt"], 'rename(".hay.txt.pare-10-1", "hay.txt") = 0'],
    [["check", "-"], 'mkdir("/work/.pare/streams", 0777) = 0'],
    [["isolate", "a", "b", "--apply"], 'creat("culprit.patch", 0666) = 3</work/culprit.patch>'],
    [["init", "hay.txt"], 'rename(".interesting.sh.pare-10-1", "interesting.sh") = 0'],
    [["init", "hay.txt", "-o", "t.sh"], 'creat("t.sh", 0666) = 3</work/t.sh>'],
    [["triage", "crashes"], 'mkdir("triaged/001-crash", 0777) = 0'],
    [["report"], 'creat("hay.txt.report.html", 0666) = 3</work/hay.txt.report.html>'],
    [["worker", "--cluster", "nats://h"], 'mkdir("/home/me/.cache/pare/cluster/blobs", 0777) = 0'],
    [
      ["worker", "--cluster", "nats://192.0.2.7:4222"],
      'connect(3<socket:[1]>, {sa_family=AF_INET, sin_port=htons(4222), sin_addr=inet_addr("192.0.2.7")}, 16) = 0',
    ],
  ])("depend on the words: pare %j may %s", async (words, line) => {
    expect(await findings(toldOf(words, `10 ${line}`))).toEqual([]);
    expect(await findings(toldOf(["completion", "bash"], `10 ${line}`))).not.toEqual([]);
  });

  test("what the user's own test does is told apart", async () => {
    const marked = '["PARE_RUN=pare-10-0123", "PARE_JOB=pare-10-0123.1."]';
    const { pares } = await told(
      "10 vfork() = 40",
      `40 execve("/work/t.sh", ["/work/t.sh"], ${marked}) = 0`,
      '40 unlink("/etc/passwd") = 0',
    );
    expect(pares).toMatchObject([{ findings: [], byTests: ["unlink /etc/passwd"] }]);
  });
});

/** Does what it is told: the modules of Node are at hand by their names. */
const MAIN = `for (const name of ["fs", "child_process", "dgram", "net"]) globalThis[name] = require(name);
eval(process.argv[2]);
`;

describe.skipIf(lacks("strace") || without("tracing", canTrace()))("a program that does what pare must not do", () => {
  let folder: string;
  let cwd: string;
  const stranger = spawn("sleep", ["600"], { stdio: "ignore" });

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "pare-trace-")));
    cwd = join(folder, "work");
    for (const name of ["cli", "work", "work/.pare", "outside"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, "outside", "file"), "");
    writeFileSync(join(folder, "cli", "main.js"), MAIN);
    symlinkSync(join(folder, "outside"), join(folder, "work", "shown"));
  });

  afterAll(() => {
    stranger.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const deeds: readonly (readonly [deed: string, finding: RegExp | undefined])[] = [
    ["fs.writeFileSync('.pare/x', '')", undefined],
    ["fs.writeFileSync('../outside/file', 'x')", /^openat .*outside\/file$/],
    ["fs.symlinkSync('../../outside', '.pare/in'); fs.rmSync('.pare/in/file')", /^unlink .*outside\/file$/],
    ["fs.writeFileSync('shown/file', 'x')", /^openat .*outside\/file$/],
    ["fs.promises.utimes('../outside/file', 1, 1)", /^utime\w* .*outside\/file$/],
    ["child_process.execFileSync('touch', ['../outside/new'])", /^touch: openat .*outside\/new$/],
    ["process.kill(process.ppid, 0)", undefined],
    ["process.kill(Number(process.env.STRANGER), 'SIGCONT')", /^SIGCONT to process \d+/],
    ["const c = child_process.spawn('sleep', ['9']); c.kill()", undefined],
    ["const s = dgram.createSocket('udp4'); s.connect(9, '192.0.2.1', () => s.close())", /^connect to 192\.0\.2\.1:9$/],
    ["const s = net.createServer().listen(0, '0.0.0.0', () => s.close())", /^bind to 0\.0\.0\.0/],
    ["const s = net.createServer().listen(0, '127.0.0.1', () => s.close())", undefined],
  ];

  test.each(deeds)("%s", async (deed, finding) => {
    const file = join(folder, "trace");
    const [program = "", ...words] = straced([process.execPath, join(folder, "cli", "main.js"), deed], file);
    const env = { ...process.env, UV_USE_IO_URING: "0", STRANGER: String(stranger.pid) };
    writeFileSync(join(folder, "outside", "file"), "");
    execFileSync(program, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const { pares, unknown } = await judgeTrace(linesOf(file), cwd);
    expect({ pares: pares.length, unknown }).toEqual({ pares: 1, unknown: [] });
    const found = pares.flatMap((pare) => pare.findings);
    if (finding === undefined) expect(found).toEqual([]);
    else expect(found).toContainEqual(expect.stringMatching(finding));
  });
});
