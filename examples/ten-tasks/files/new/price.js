exports.rate = 0.25;
exports.currency = "€";
exports.price = (net) => net * (1 + exports.rat);
exports.show = (net) => `${exports.price(net).toFixed(2)} ${exports.currency}`;
