// Shapes and their areas, sorted.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace shapes {

class Shape {
 public:
  explicit Shape(std::string name) : name_(std::move(name)) {}
  virtual ~Shape() = default;
  virtual double area() const = 0;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

class Square final : public Shape {
 public:
  Square(double side) : Shape("square"), side_{side} {}
  double area() const override { return side_ * side_; }

 private:
  double side_;
};

template <typename T, int N = 2>
constexpr T power(T base) {
  T result = 1;
  for (int i = 0; i < N; ++i) result *= base;
  return result;
}

}  // namespace shapes

int main() {
  using shapes::Shape;
  std::vector<std::unique_ptr<Shape>> all;
  all.push_back(std::make_unique<shapes::Square>(2.5));
  all.emplace_back(new shapes::Square(1));
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a->area() < b->area(); });
  try {
    for (const auto& shape : all) {
      std::cout << shape->name() << " (\"" << shape->area() << "\")\n";
    }
    if (all.empty()) throw std::string("nothing {here}");
  } catch (const std::string& message) {
    std::cerr << R"(raw "text" with ] in it: )" << message << std::endl;
  }
  return shapes::power<int, 3>(2) == 8 ? 0 : 1;
}
