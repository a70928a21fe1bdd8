#include <tuple>
#include <utility>

template <class Visitor> struct dispatcher {
  Visitor visitor;
  template <class Scale> auto scaled() const {
    return []<class... Parts>(Parts... parts) {
      return [=] {
        auto addable = (requires { [](Parts part) { return part; }; } && ...);
        return addable ? sizeof...(parts) : sizeof(Scale);
      }();
    };
  }
};

struct identity {
  template <class T> T operator()(T t) const { return t; }
};

std::size_t widths(std::tuple<int, char> pair) { return std::apply(dispatcher<identity>{}.scaled<int>(), pair); }
