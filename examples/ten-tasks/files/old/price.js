exports.rate = 0.2;
exports.currency = "EUR";
exports.price = (net) => net * (1 + exports.rate);
exports.show = (net) => `${exports.price(net).toFixed(2)} ${exports.currency}`;
