/** Diagnostics of Python, Node, sqlite3 and z3: programs that run their input. */
import type { Diagnostic } from "./diagnostic.ts";

export const scripts: readonly Diagnostic[] = [
  {
    name: "another key",
    needs: ["python3"],
    file: "config.py",
    command: ["python3", "{}"],
    input: `settings = {"database": {"port": 1}, "cache": {}}

def connect(settings):
    database = settings["database"]
    return database["host"]

connect(settings)
`,
    essential: /^KeyError: 'host'$/m,
    decoy: `settings = {}
settings["database"]
`,
    lookAlike: /^KeyError: (?!'host')/m,
  },
  {
    name: "another attribute of another class",
    needs: ["python3"],
    file: "shapes.py",
    command: ["python3", "{}"],
    input: `class Shape:
    def __init__(self, sides):
        self.sides = sides

    def scale(self, factor):
        return [side * factor for side in self.sides]

def area(shapes):
    return sum(shape.surface for shape in shapes)

shapes = [Shape([1, 2]), Shape([3])]
print(shapes[0].scale(2))
print(area(shapes))
`,
    essential: /^AttributeError: 'Shape' object has no attribute 'surface'$/m,
    decoy: `class Shape:
    def scale(self):
        self.sides
Shape().scale()
`,
    lookAlike: /^AttributeError: (?!'Shape' object has no attribute 'surface')/m,
  },
  {
    name: "other types of operands",
    needs: ["python3"],
    file: "orders.py",
    command: ["python3", "{}"],
    input: `class Money:
    def __init__(self, cents):
        self.cents = cents

def add(orders):
    total = Money(0)
    for order in orders:
        total = total + order["price"]
    return total

orders = [{"price": "12", "count": 1}]
add(orders)
`,
    essential: /^TypeError: unsupported operand type\(s\) for \+: 'Money' and 'str'$/m,
    decoy: `0 + ""
`,
    lookAlike: /^TypeError: unsupported operand type\(s\) for \+: (?!'Money' and 'str')/m,
  },
  {
    name: "another property of undefined",
    needs: [],
    file: "server.js",
    command: ["node", "{}"],
    input: `const servers = new Map([["main", { address: { port: 80 } }]]);
function hostOf(name) {
  const server = servers.get(name);
  return server.location.host;
}
const names = ["main"];
console.log(names.map((name) => hostOf(name)));
`,
    essential: /^TypeError: Cannot read properties of undefined \(reading 'host'\)/m,
    decoy: `const servers = new Map();
servers.get().location
`,
    lookAlike: /^TypeError: Cannot read properties of undefined \(reading '(?!host)\w+'\)/m,
  },
  {
    name: "another name that is not defined",
    needs: [],
    file: "report.js",
    command: ["node", "{}"],
    input: `const rows = [{ id: 1, sum: 5 }];
function format(row) {
  const width = 8;
  return String(row.sum).padStart(width) + unitOf(row);
}
const lines = rows.map(format);
console.log(lines);
`,
    essential: /^ReferenceError: unitOf is not defined/m,
    decoy: `rows
`,
    lookAlike: /^ReferenceError: (?!unitOf)\w+ is not defined/m,
    isQuick: true,
  },
  {
    name: "another column",
    needs: ["sqlite3"],
    file: "report.sql",
    command: ["sh", "-c", "sqlite3 :memory: < $1", "sh", "{}"],
    input: `CREATE TABLE orders (id INTEGER, customer TEXT, cents INTEGER);
CREATE TABLE customers (name TEXT, city TEXT);
INSERT INTO orders VALUES (1, 'ann', 500);
SELECT customer, sum(cents) FROM orders JOIN customers ON customer = name WHERE region = 'north' GROUP BY city;
`,
    essential: /no such column: region/,
    decoy: `SELECT customer;
`,
    lookAlike: /no such column: (?!region)\w+/,
    keepsNames: true,
  },
  {
    name: "another table",
    needs: ["sqlite3"],
    file: "stock.sql",
    command: ["sh", "-c", "sqlite3 :memory: < $1", "sh", "{}"],
    input: `CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT);
CREATE VIEW short AS SELECT id FROM parts WHERE name <> '';
INSERT INTO parts (name) VALUES ('bolt');
SELECT short.id FROM short WHERE id IN (SELECT part FROM deliveries);
`,
    essential: /no such table: (?:main\.)?deliveries/,
    decoy: `SELECT id FROM parts;
`,
    lookAlike: /no such table: (?:main\.)?(?!deliveries)\w+/,
    keepsNames: true,
  },
  {
    name: "another constant",
    needs: ["z3"],
    file: "bounds.smt2",
    command: ["z3", "{}"],
    input: `(set-logic QF_LIA)
(declare-const width Int)
(declare-const height Int)
(define-fun area () Int (+ width height))
(assert (> area 10))
(assert (< (+ area depth) 100))
(check-sat)
`,
    keepsNames: true,
    essential: /unknown constant depth/,
    decoy: `(assert area)
`,
    lookAlike: /unknown constant (?!depth)/,
  },
  {
    name: "a function with another signature",
    needs: ["z3"],
    file: "sorts.smt2",
    command: ["z3", "{}"],
    input: `(declare-sort Node 0)
(declare-fun next (Node) Node)
(declare-fun weight (Node) Int)
(declare-const root Node)
(declare-const limit Int)
(assert (= (next root) root))
(assert (> (weight limit) 0))
(check-sat)
`,
    keepsNames: true,
    essential: /unknown constant weight \(Int\)/,
    decoy: `(declare-const root Int)
(assert (next root))
`,
    lookAlike: /unknown constant (?!weight \(Int\))/,
  },
];
