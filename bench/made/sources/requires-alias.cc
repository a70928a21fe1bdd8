#include <list>
#include <type_traits>

template <class... Ts> using copies = decltype((requires { [](Ts each) { return each; }; } && ...));

template <class... Ts> copies<Ts...> *mark(copies<Ts...> *at = nullptr) { return at; }

template <class T> struct chain : std::list<T> {
  bool known = std::is_copy_constructible_v<T>;
};

auto marked = mark<int, int, char>();
chain<int> numbers;
