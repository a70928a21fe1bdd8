#include <concepts>
#include <numeric>

template <class Key> struct index {
  Key keys[4];
  template <class Value>
    requires std::same_as<Value, Key>
  struct cursor {
    Value seen[4];
    void advance() requires std::same_as<Key, int>;
  };
};

template <class Key>
template <class Value>
  requires std::same_as<Value, Key>
void index<Key>::cursor<Value>::advance() requires std::same_as<Key, int> {
  std::iota(seen, seen + 4, Value{});
}

int main() {
  index<int>::cursor<int> at{};
  at.advance();
  return std::accumulate(at.seen, at.seen + 4, 0);
}
