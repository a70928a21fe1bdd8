/** A value in a program: which of these orders does it take? */
import { minimize } from "pare";

const orders = Array.from({ length: 200 }, (_, id) => ({ id, amount: id % 7, rush: id % 13 === 0 }));
const isWrong = (kept) => kept.some(({ rush, amount }) => rush && amount === 3) && kept.length > 1;
console.log(JSON.stringify(await minimize(orders, isWrong)));
