/** Sources for jest: it loads them itself, from files, and they import nothing of pare. */

export const jestSequencer: string = `// Written by pare: runs the files in pare's order.
const { files } = require("./pare-jest.json");
const rank = new Map(files.map((file, place) => [file, place]));
const rankOf = (test) => rank.get(test.path) ?? files.length;

module.exports = class {
  sort(tests) {
    return [...tests].sort((a, b) => rankOf(a) - rankOf(b));
  }
  shard(tests) {
    return tests;
  }
  allFailedTests(tests) {
    return tests;
  }
  cacheResults() {}
};
`;

export const jestReporter: string = `// Written by pare: prints the outcome of one test.
const { victim } = require("./pare-jest.json");

module.exports = class {
  onTestResult(test, { testResults }) {
    if (test.path !== victim.file) return;
    for (const { ancestorTitles, title, status } of testResults)
      if ([...ancestorTitles, title].join(" > ") === victim.name && (status === "passed" || status === "failed"))
        process.stdout.write("\\npare: the victim " + status + "\\n");
  }
};
`;
