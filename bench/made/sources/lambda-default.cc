#include <optional>

template <class T, class... Rest> struct settings {
  template <auto fallback = [](T t = [] { return T{}; }()) { return t; }()> struct field {
    std::optional<T> value;
    T get() const { return value.value_or(fallback); }
  };
};

int read(std::optional<int> given) {
  settings<int, int, char>::field<> port{given};
  return port.get();
}
