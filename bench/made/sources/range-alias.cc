#include <boost/mpl/size.hpp>
#include <boost/mpl/vector.hpp>
#include <initializer_list>

template <class T> using counted = decltype([] {
  int sum = 0;
  for (auto each : {T{}, T{}}) sum += [=] { return each; }();
  return sum;
}());

template <class T> counted<T> *tally(counted<T> *at = nullptr) { return at; }

using kinds = boost::mpl::vector<char, short, int>;

int main() { return tally<int>() == nullptr ? boost::mpl::size<kinds>::value : 0; }
