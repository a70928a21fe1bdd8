#include <concepts>
#include <optional>

template <class T> concept storable = std::copyable<T> && sizeof(T) > 0;
template <storable T> struct cell { T value; };

template <class Key, class... Rest> struct registry {
  std::optional<Key> latest;
  int find(Key key, int missing = ([]<template <storable> class Box>(Box<Key>*) { return 1; }, 0)) const {
    return latest == key ? 1 : missing;
  }
};

int main() {
  registry<int, char> known{2};
  return known.find(3);
}
