/** The laws of all passes on samples of every language, whole and damaged in several ways. */
import { describeLaws, subjects } from "./laws.ts";
import { sampled } from "../support/whole.ts";

describeLaws(subjects, sampled(1, 2));
