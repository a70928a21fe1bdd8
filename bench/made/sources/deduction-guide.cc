#include <boost/mp11.hpp>

template <class First, class... Rest> struct bundle {
  bundle(First, Rest...);
  using parts = boost::mp11::mp_list<First, Rest...>;
};

template <class First, class... Rest>
bundle(First, Rest...) -> bundle<decltype(([]<Rest... values>() { return (values + ... + 0); }.template operator()<Rest{}...>(), First{})), Rest...>;

bundle three(1, 2, 'c');
auto single = [] { return bundle(1); }();
static_assert(boost::mp11::mp_size<boost::mp11::mp_list<int, char>>::value == 2);
