// The bug: there is no initial value, and the list is emptied first.
exports.sum = (list) => {
  const copy = [];
  return copy.reduce((all, one) => all + one);
};
