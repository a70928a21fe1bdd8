#include <compare>
#include <utility>

template <auto...> struct values {};
template <class...> struct types {};

template <class T>
using curried = values<sizeof([](auto a) { return [=](auto b) { return [=](auto c) -> decltype(a + b + c + T{}) { return 0; }; }; }(1)(2)(3))>;

template <class... Ts> using all = types<curried<Ts>...>;

struct version {
  int major, minor;
  auto operator<=>(const version &) const = default;
};

std::pair<version, version> known{{1, 2}, {1, 3}};
all<int, char> both;

int main() { return known.first < known.second; }
