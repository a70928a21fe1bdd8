#include <bit>
#include <concepts>
#include <ratio>

template <class T, class U> concept addable = requires(T t, U u) { t + u; };

template <class Number, class... Others> struct measure {
  Number taken;
  using scale = std::ratio<1, sizeof(Number)>;
  friend void print(measure) requires(sizeof(requires(Number n) { { n + 1 } -> addable<Number>; }) > 0) {}
  template <class Unit>
  friend void print(measure, Unit) requires(sizeof(requires(Number n) { { n + 1 } -> addable<Number>; }) > 0) {}
};

void report(measure<int, int, char> m) {
  print(m);
  print(m, std::popcount(1u));
  print(measure<char, int>{});
}
