/** Diagnostics of gcc, g++, clang, clang-tidy, and of programs that they have built. */
import type { Diagnostic } from "./diagnostic.ts";

export const c: readonly Diagnostic[] = [
  {
    name: "a call of another function with too few arguments",
    needs: ["gcc"],
    file: "shop.c",
    command: ["gcc", "-c", "-o", "/dev/null", "{}"],
    input: `int printf(const char *format, ...);
struct item { int price; int count; };
static int total(struct item *items, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += items[i].price * items[i].count;
  return sum;
}
int main(void) {
  struct item items[2] = {{1, 2}, {3, 4}};
  printf("shop\\n");
  printf("%d\\n", total(items));
  return 0;
}
`,
    essential: /error: too few arguments to function [‘']total[’']/,
    decoy: `int printf(const char *format, ...);
int main(void) {
  printf();
}
`,
    lookAlike: /error: (?!too few arguments to function [‘']total)/,
    isQuick: true,
  },
  {
    name: "another name that is not declared",
    needs: ["gcc"],
    file: "rates.c",
    command: ["gcc", "-c", "-o", "/dev/null", "{}"],
    input: `struct account { int balance; int limit; };
int interest(struct account *account, int months) {
  int sum = account->balance;
  for (int m = 0; m < months; m++) {
    sum += sum * base_rate / 100;
  }
  return sum;
}
`,
    essential: /error: [‘']base_rate[’'] undeclared/,
    decoy: `int interest() {
  sum;
}
`,
    lookAlike: /error: (?![‘']base_rate[’'])/,
  },
  {
    name: "another type in a conversion",
    needs: ["g++"],
    file: "queue.cc",
    command: ["g++", "-c", "-o", "/dev/null", "{}"],
    input: `struct Job { int id; const char *name; };
struct Queue {
  Job jobs[8];
  int used = 0;
  Job *next() { return used > 0 ? &jobs[--used] : nullptr; }
};
int run(Queue &queue) {
  Job job = queue.next();
  return job.id;
}
`,
    essential: /error: conversion from [‘']Job\*[’'] to non-scalar type [‘']Job[’'] requested/,
    decoy: `struct Job { };
Job job = 0;
`,
    lookAlike: /error: (?!conversion from [‘']Job\*[’'])/,
  },
  {
    name: "an error beside it, or another private member",
    needs: ["g++"],
    file: "vault.cc",
    command: ["g++", "-c", "-o", "/dev/null", "{}"],
    input: `class Vault {
  int code = 7;
  int tries = 0;
public:
  bool open(int guess) { tries++; return guess == code; }
};
class Thief {
public:
  int steal(Vault &vault) { return vault.code; }
};
`,
    essential: /error: [‘']int Vault::code[’'] is private within this context/,
    decoy: `class Vault {
  int code;
};
class Thief {
  steal(Vault &vault) { vault.code; }
};
`,
    lookAlike: /error: (?![‘']int Vault::code[’'])/,
  },
  {
    name: "another member that is missing",
    needs: ["clang"],
    file: "item.c",
    command: ["clang", "-fsyntax-only", "{}"],
    input: `struct price { int cents; int currency; };
struct item { struct price price; int count; };
int worth(struct item *item) {
  int all = item->price.cents * item->count;
  return all + item->price.discount;
}
`,
    essential: /error: no member named 'discount' in 'struct price'/,
    decoy: `struct item { };
int worth(struct item *item) {
  item->count;
}
`,
    lookAlike: /error: (?!no member named 'discount')/,
  },
  {
    name: "another callee of another type",
    needs: ["clang"],
    file: "calls.c",
    command: ["clang", "-fsyntax-only", "{}"],
    input: `typedef int (*handler)(int);
struct event { int kind; handler handler; };
int dispatch(struct event *events, int n) {
  int done = 0;
  for (int i = 0; i < n; i++) done += events[i].handler(events[i].kind);
  return events[0](done);
}
`,
    essential: /error: called object type 'struct event' is not a function/,
    decoy: `int dispatch(int n) {
  n(0);
}
`,
    lookAlike: /error: (?!called object type 'struct event')/,
  },
  {
    name: "a crash of the compiled program with another type",
    needs: ["gcc"],
    file: "table.c",
    command: ["sh", "-c", "gcc -w -fsanitize=undefined -fno-sanitize-recover $1 -o table && ./table", "sh", "{}"],
    input: `struct row { int key; long value; };
int sums[3];
char names[4];
int look(struct row *row, int at) {
  int n = at + 3;
  sums[at] = n;
  return names[n];
}
int main(int count, char **words) {
  struct row row = {count, 2};
  return look(&row, count) + sums[count + 2];
}
`,
    essential: /runtime error: index \d+ out of bounds for type 'char \[(?:4|\*)\]'/,
    decoy: `int sums[3];
int main(int count) {
  return sums[count + 2];
}
`,
    lookAlike: /runtime error: index \d+ out of bounds for type (?!'char)/,
  },
  {
    name: "a warning about another parameter",
    needs: ["clang-tidy"],
    file: "scale.cc",
    command: ["clang-tidy", "-checks=-*,misc-unused-parameters", "{}", "--", "-std=c++17"],
    input: `struct Meter { int offset; int factor; };
int scale(int channel, const Meter &meter, int value) {
  int result = value * meter.factor;
  return result + meter.offset;
}
`,
    essential: /warning: parameter 'channel' is unused/,
    decoy: `int scale(int value) {
  ;
}
`,
    lookAlike: /warning: parameter '(?!channel)\w+' is unused/,
  },
];
