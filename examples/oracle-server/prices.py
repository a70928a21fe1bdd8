"""Prices of a small shop: rules are written as expressions."""
import json


class Shop:
    def __init__(self, rules):
        self.rules = rules
        self.items = {}

    def add(self, name, price):
        self.items[name] = price
        return self

    def total(self):
        return sum(self.price(name) for name in self.items)

    def price(self, name):
        price = self.items[name]
        for rule in self.rules:
            if rule["item"] in (name, "*"):
                price = eval(rule["price"], {"price": price})
        return round(price, 2)


def main():
    shop = Shop(json.loads('[{"item": "*", "price": "price * 0.9"}]'))
    shop.add("tea", 3.5).add("coffee", 4.25)
    print(shop.total())


if __name__ == "__main__":
    main()
