/* Counts words and prints the most frequent ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 64
#define MAX(a, b) ((a) > (b) ? (a) : (b))

typedef struct entry {
  char word[32];
  unsigned count;
} entry_t;

enum mode { QUIET, LOUD = 4 };

static entry_t table[LIMIT];
static int used = 0;

static int find(const char *word) {
  for (int i = 0; i < used; i++) {
    if (strcmp(table[i].word, word) == 0) return i;
  }
  return -1;
}

static void add(const char *word, unsigned weight) {
  int at = find(word);
  if (at < 0 && used < LIMIT) {
    strncpy(table[used].word, word, sizeof table[used].word - 1);
    table[used++].count = weight;
  } else if (at >= 0) {
    table[at].count += weight; // seen before
  }
}

int main(int argc, char **argv) {
  enum mode mode = argc > 1 ? LOUD : QUIET;
  const char *words[] = {"tree", "leaf", "tree", "a \"quoted\" (word", "}\n"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) add(words[i], 1u);
  unsigned best = 0;
  int i = used;
  while (i-- > 0) best = MAX(best, table[i].count);
  switch (mode) {
    case LOUD:
      printf("%s: %u%c", argv[0], best, '\n');
      break;
    default:
      puts("done");
  }
  return best > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
