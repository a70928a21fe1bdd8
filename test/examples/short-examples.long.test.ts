import { describeExamples, quickExamples } from "./support.ts";

describeExamples(quickExamples);
