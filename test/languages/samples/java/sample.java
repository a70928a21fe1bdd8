package org.example.shop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A basket of goods with prices. */
public class Basket<T extends Comparable<T>> {
    private static final int LIMIT = 16;
    private final List<Item> items = new ArrayList<>();

    enum Kind { FOOD, BOOK("b)"); private final String mark; Kind() { this("f"); } Kind(String mark) { this.mark = mark; } }

    record Item(String name, Kind kind, double price) {}

    interface Discount {
        double apply(double price, int count);
    }

    public Basket() {}

    public Basket<T> add(String name, Kind kind, double price) throws IllegalStateException {
        if (items.size() >= LIMIT) {
            throw new IllegalStateException("the \"basket\" is full {");
        }
        items.add(new Item(name, kind, price));
        return this;
    }

    double total(Discount discount) {
        double sum = 0;
        for (Item item : items) {
            sum += switch (item.kind()) {
                case FOOD -> item.price();
                case BOOK -> discount.apply(item.price(), items.size());
            };
        }
        return sum;
    }

    @SuppressWarnings("unused")
    public static void main(String[] arguments) {
        var basket = new Basket<String>().add("bread", Kind.FOOD, 2.5).add("Emma", Kind.BOOK, 8e0);
        Function<Double, String> show = value -> String.format("%.2f\n", value);
        try {
            System.out.print(show.apply(basket.total((price, count) -> count > 1 ? price * 0.9 : price)));
        } catch (RuntimeException problem) {
            System.err.println(problem.getMessage() + '\'');
        } finally {
            int[] counts = {1, 2, 3}; // not used
        }
    }
}
