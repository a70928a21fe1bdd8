/** Files of every container format as usual programs write them, and a program of somebody else that reads each. */
import { execFileSync } from "node:child_process";
import { once } from "../../src/formats/binary/once.ts";
import { sqlite } from "./databases.ts";
import { pdf } from "./documents.ts";
import { made } from "./made.ts";
import { spirv } from "./spirv-modules.ts";
import type { Said, Workshop } from "./support.ts";

export interface MadeFormat {
  readonly name: string;
  readonly needs: readonly string[];
  /** What the reader wants the names of files to end with. */
  readonly suffix?: string;
  /** The smallest first. */
  readonly make: () => readonly Uint8Array[];
  /** What ends with 0 if the file is accepted. */
  readonly read: (bytes: Uint8Array, run: Workshop["run"]) => Said;
  /** What it says where it misses a part that it cannot do without. */
  readonly lacks?: RegExp;
}

const C = {
  "a.c": `extern int printf(const char *, ...);
static int counter; int shared = 5; const char *text = "text";
static int helper(int x) { return x * counter; }
int other(int y) { counter++; return helper(y) + shared; }
int main(void) { printf("%d %s", other(3), text); return 0; }`,
};
const PLAIN_C = { "b.c": "int f(int x) { return x + 1; } int g(void) { return f(2); }" };

const elf: MadeFormat = {
  name: "elf",
  needs: ["gcc", "clang", "readelf"],
  make: () => [
    made(PLAIN_C, "clang", "--target=powerpc-linux-gnu", "-g", "-c", "b.c", "-o", "out"),
    made(PLAIN_C, "clang", "--target=s390x-linux-gnu", "-g", "-c", "b.c", "-o", "out"),
    made(C, "gcc", "-g", "-c", "a.c", "-o", "out"),
    made(C, "gcc", "-g", "-shared", "-fPIC", "a.c", "-o", "out"),
    made(C, "gcc", "-g", "a.c", "-o", "out"),
  ],
  read: (bytes, run) => run(bytes, "readelf", "-aW", "FILE"),
};

/** What a program in Python writes to standard output. */
const written = (program: string): Uint8Array =>
  execFileSync("python3", ["-c", `import struct, sys\nout = sys.stdout.buffer.write\n${program}`], { stdio: "pipe" });

const WAV = `
import io, wave
file = io.BytesIO()
with wave.open(file, "wb") as w:
    w.setnchannels(1); w.setsampwidth(2); w.setframerate(8000); w.writeframes(bytes(range(200)))
b = file.getvalue()
title = b"LIST" + struct.pack("<I", 18) + b"INFO" + b"INAM" + struct.pack("<I", 5) + b"title\\0"
b = b[:12] + title + b[12:]
out(b[:4] + struct.pack("<I", len(b) - 8) + b[8:])`;

const riff: MadeFormat = {
  name: "riff",
  needs: ["python3"],
  make: () => [written(WAV)],
  read: (bytes, run) => run(bytes, "python3", "-c", "import sys, wave; wave.open(sys.argv[1])", "FILE"),
  lacks: /fmt chunk and\/or data chunk missing|data chunk before fmt chunk/,
};

const MP4 = `
u = lambda *v: struct.pack(">%dI" % len(v), *v)
def box(tag, *parts):
    data = b"".join(parts)
    return u(8 + len(data)) + tag + data
full = lambda tag, *parts: box(tag, bytes(4), *parts)
matrix = u(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
def movie(place):
    entry = box(b"twos", bytes(6) + b"\\0\\1" + bytes(8) + struct.pack(">HHHH", 1, 16, 0, 0) + u(8000 << 16))
    tables = full(b"stts", u(1, 100, 1)), full(b"stsc", u(1, 1, 100, 1)), full(b"stsz", u(2, 100)), full(b"stco", u(1, place))
    dinf = box(b"dinf", full(b"dref", u(1), u(12) + b"url " + u(1)))
    minf = box(b"minf", full(b"smhd", u(0)), dinf, box(b"stbl", full(b"stsd", u(1), entry), *tables))
    handler = full(b"hdlr", u(0), b"soun", bytes(12), b"name\\0")
    mdia = box(b"mdia", full(b"mdhd", u(0, 0, 8000, 100), b"\\x55\\xc4\\0\\0"), handler, minf)
    trak = box(b"trak", box(b"tkhd", u(7, 0, 0, 1, 0, 100), bytes(16), matrix, u(0, 0)), mdia)
    head = full(b"mvhd", u(0, 0, 8000, 100, 0x10000), b"\\1\\0", bytes(10), matrix, bytes(24), u(2))
    name = box(b"udta", box(b"\\xa9nam", struct.pack(">HH", 5, 0) + b"title"))
    return box(b"ftyp", b"isom", u(512), b"isommp41") + box(b"free", b"free") + box(b"moov", head, trak, name)
start = movie(len(movie(0)) + 8)
out(start + box(b"mdat", bytes(range(200))))`;

const mp4: MadeFormat = {
  name: "mp4",
  needs: ["python3", "exiftool"],
  make: () => [written(MP4)],
  read: (bytes, run) => run(bytes, "exiftool", "-a", "-G", "FILE"),
};

const FOLDER = `mkdir d; echo hello > d/a.txt; seq 1 400 > d/numbers; ln -s a.txt d/link
touch "d/$(printf 'x%.0s' $(seq 150))"; tar -cf out --sort=name --format=`;

const tar: MadeFormat = {
  name: "tar",
  needs: ["tar"],
  make: () => ["gnu d", "pax d", "ustar d/a.txt d/numbers"].map((how) => made({}, "sh", "-c", `${FOLDER}${how}`)),
  read: (bytes, run) => run(bytes, "tar", "-tvf", "FILE"),
};

const SIGN = ["-x509", "-nodes", "-days", "3", "-subj", "/CN=test/O=x", "-addext", "subjectAltName=DNS:a.example"];
const EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];

const der: MadeFormat = {
  name: "der",
  needs: ["openssl"],
  make: () => [
    made({}, "openssl", "req", ...SIGN, ...EC, "-outform", "DER", "-keyout", "key", "-out", "out"),
    made(
      {},
      "openssl",
      "genpkey",
      "-algorithm",
      "RSA",
      "-pkeyopt",
      "rsa_keygen_bits:1024",
      "-outform",
      "DER",
      "-out",
      "out",
    ),
  ],
  read: (bytes, run) => run(bytes, "openssl", "asn1parse", "-inform", "DER", "-in", "FILE"),
};

const PACKETS = `
def packet(n):
    head = bytes.fromhex("ffffffffffff001122334455080045000000000100004011000000000001000000023039003500080000")
    return head + bytes(n)
packets = [packet(n) for n in (4, 9, 30)]
`;
const PCAP = `${PACKETS}
records = b"".join(struct.pack("<IIII", i, 0, len(p), len(p)) + p for i, p in enumerate(packets))
out(struct.pack("<IHHiIII", 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1) + records)`;
const PCAPNG = `${PACKETS}
def block(kind, body):
    n = 12 + len(body)
    return struct.pack(">II", kind, n) + body + struct.pack(">I", n)
option = lambda code, text: struct.pack(">HH", code, len(text)) + text + bytes(-len(text) % 4)
end = option(0, b"")
out(block(0x0a0d0d0a, struct.pack(">IHHq", 0x1a2b3c4d, 1, 0, -1) + option(4, b"program") + end))
for name in (b"eth0", b"lo"): out(block(1, struct.pack(">HHI", 1, 0, 65535) + option(2, name) + end))
for i, p in enumerate(packets):
    out(block(6, struct.pack(">IIIII", i % 2, 0, i, len(p), len(p)) + p + bytes(-len(p) % 4) + option(1, b"comment") + end))
out(block(5, struct.pack(">III", 1, 0, 0) + end))`;

const capture = (name: string, program: string): MadeFormat => ({
  name,
  needs: ["python3", "tcpdump"],
  make: () => [written(program)],
  read: (bytes, run) => run(bytes, "tcpdump", "-nr", "FILE"),
  lacks: /has no Interface Description Blocks/,
});

const MESSAGE = `
def varint(n):
    out = bytearray()
    while n > 127: out.append(n & 127 | 128); n >>= 7
    return bytes(out) + bytes([n])
number = lambda field, n: varint(8 * field) + varint(n)
text = lambda field, b: varint(8 * field + 2) + varint(len(b)) + b
inner = number(1, 300) + text(2, b"a name") + b"\\x1d" + struct.pack("<f", 1.5)
out(number(1, 150) + text(2, inner) + text(2, text(3, inner * 9)) + b"\\x21" + struct.pack("<d", 2.5) + text(5, bytes(40)))`;

/** Reads fields as the specification says, without groups. */
const READ_MESSAGE = `
import sys
b = open(sys.argv[1], "rb").read()
def varint(at):
    n = shift = 0
    while True:
        n |= (b[at] & 127) << shift; shift += 7; at += 1
        if b[at - 1] < 128: return n, at
at = 0
while at < len(b):
    key, at = varint(at)
    assert key >> 3 > 0
    if key & 7 == 0: _, at = varint(at)
    elif key & 7 == 2: n, at = varint(at); at += n
    else: at += {1: 8, 5: 4}[key & 7]
assert at == len(b)`;

const protobuf: MadeFormat = {
  name: "protobuf",
  needs: ["python3"],
  make: () => [written(MESSAGE)],
  read: (bytes, run) => run(bytes, "python3", "-c", READ_MESSAGE, "FILE"),
};

const ASSEMBLY = {
  "a.s": `.globl main
.text
main: mov msg(%rip), %rax
 ret
.data
msg: .quad 5
.section .rdata,"dr"
 .ascii "hello"
`,
};
const LINK = "x86_64-w64-mingw32-as a.s -o a.obj && x86_64-w64-mingw32-ld a.obj -e main -o out";

const pe: MadeFormat = {
  name: "pe",
  needs: ["objdump", "x86_64-w64-mingw32-as", "x86_64-w64-mingw32-ld"],
  make: () => ["", " -shared --export-all-symbols"].map((how) => made(ASSEMBLY, "sh", "-c", `${LINK}${how}`)),
  read: (bytes, run) => run(bytes, "objdump", "-x", "FILE"),
};

const JAVA = {
  "A.java": `public class A<T> implements Comparable<A<T>>, Runnable {
  static final int LIMIT = 70000; private long big = 1L << 40; protected String name = "name";
  @Deprecated public int compareTo(A<T> o) { return name.compareTo(o.name); }
  public void run() { Runnable r = () -> System.out.println(name + big); r.run(); }
  int loop(int[] xs) {
    int s = 0;
    for (int x : xs) { try { s += x / s; } catch (ArithmeticException e) { s--; } }
    switch (s) { case 1: return 2; case 50: return 9; default: return s; }
  }
  enum Color { RED, GREEN }
}`,
};

/** Programs of Java that are over in a second need no compiler that thinks twice. */
export const QUICK_JVM = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];

const javaClass: MadeFormat = {
  name: "class",
  needs: ["javac", "javap"],
  suffix: ".class",
  make: () =>
    ["A$Color", "A"].map((name) =>
      made(JAVA, "sh", "-c", `javac ${QUICK_JVM.join(" ")} -g A.java && mv '${name}.class' out`),
    ),
  read: (bytes, run) => run(bytes, "javap", ...QUICK_JVM, "-v", "-p", "FILE"),
};

/** Three triangles. */
const FONT = `
h = lambda *v: struct.pack(">%dh" % len(v), *v)
glyph = h(1, 0, 0, 500, 500) + h(2) + h(0) + bytes([1, 1, 1]) + h(0, 500, -250) + h(0, 0, 500) + b"\\0"
cmap = struct.pack(">HHHHI", 0, 1, 1, 0, 12) + struct.pack(">HHH", 0, 262, 0) + bytes(i % 3 for i in range(256))
tables = {
    b"cmap": cmap,
    b"glyf": glyph * 3,
    b"head": struct.pack(">IIIIHH", 0x10000, 0x10000, 0, 0x5f0f3cf5, 0, 1000) + bytes(16) + h(0, 0, 500, 500, 0, 8, 2, 0, 0),
    b"hhea": struct.pack(">I", 0x10000) + h(800, -200, 0, 600, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 3),
    b"hmtx": h(600, 0) * 3,
    b"loca": b"".join(h(len(glyph) // 2 * i) for i in range(4)),
    b"maxp": struct.pack(">I", 0x10000) + h(3, 3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    b"name": struct.pack(">HHH", 0, 1, 18) + struct.pack(">HHHHHH", 1, 0, 0, 1, 4, 0) + b"Test",
    b"post": struct.pack(">II", 0x30000, 0) + bytes(24),
}
place, directory, data = 12 + 16 * len(tables), b"", b""
for tag, table in sorted(tables.items()):
    padded = table + bytes(-len(table) % 4)
    total = sum(struct.unpack(">%dI" % (len(padded) // 4), padded)) % 2**32
    directory += tag + struct.pack(">III", total, place + len(data), len(table))
    data += padded
out(struct.pack(">IHHHH", 0x10000, len(tables), 128, 3, 16) + directory + data)`;

/** The tables that FreeType wants, whatever it is asked. */
const FONT_NEEDS = ["head", "hhea", "hmtx", "maxp", "glyf", "loca"];

const font: MadeFormat = {
  name: "font",
  needs: ["python3", "fc-scan"],
  make: () => [written(FONT)],
  read: (bytes, run) => {
    const names = Array.from({ length: Buffer.from(bytes).readUInt16BE(4) }, (_, i) =>
      Buffer.from(bytes.subarray(12 + 16 * i, 16 + 16 * i)).toString("latin1"),
    );
    const missing = FONT_NEEDS.filter((name) => !names.includes(name));
    return missing.length > 0 ? { code: 1, out: `lacks ${missing.join(", ")}` } : run(bytes, "fc-scan", "FILE");
  },
  lacks: /^lacks /,
};

export const FORMATS: readonly MadeFormat[] = [
  elf,
  riff,
  mp4,
  tar,
  der,
  capture("pcap", PCAP),
  capture("pcapng", PCAPNG),
  protobuf,
  spirv,
  pe,
  javaClass,
  font,
  sqlite,
  pdf,
].map((format) => ({ ...format, make: once(format.make) }));
