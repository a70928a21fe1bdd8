#include <boost/integer.hpp>
#include <utility>

template <class... Terms> using summation = decltype([](Terms... terms) { return (terms + ...); });

template <class... Terms> int total(summation<Terms...> sum = {}) { return sum(Terms{}...); }

struct ledger {
  boost::uint_t<12>::least opened;
  std::pair<int, int> entries;
  int close() const { return entries.first + entries.second + total<int, long>(); }
};

int main() { return ledger{1, {2, 3}}.close(); }
