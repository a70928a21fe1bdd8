#include <stdio.h>

struct item { int price; int amount; };

static int total(struct item one, int tax) {
  return one.price * one.amount + tax;
}

int main(void) {
  struct item book = { 12, 2 };
  int sum = total(book);
  printf("%d\n", sum);
  return 0;
}
