import { describeExamples, longExamples } from "./support.ts";

describeExamples(longExamples);
