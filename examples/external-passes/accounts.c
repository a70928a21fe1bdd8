struct account {
  int number;
  int balance;
  const char *owner;
};

static struct account savings = {17, 50, "Ada"};
static struct account current = {18, 8, "Ada"};

int main(void) {
  int difference = savings.balance - current.balance;
  return difference;
}
