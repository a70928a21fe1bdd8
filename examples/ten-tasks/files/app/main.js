const { greet } = require("./lib/greet.js");
const { sum } = require("./lib/sum.js");

console.log(greet("world"));
console.log(sum([1, 2, 3]));
