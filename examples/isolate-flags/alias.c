#include <stdio.h>

/* The same bytes as an int and as a float: undefined in C, and it "works" as long as the compiler does not look closely. */
__attribute__((noinline)) static int store(int *number, float *fraction) {
  *number = 1;
  *fraction = 2.0f;
  return *number;
}

int main(void) {
  int bytes = 0;
  int seen = store(&bytes, (float *)&bytes);
  printf("%d\n", seen);
  return seen == 1;
}
