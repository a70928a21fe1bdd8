/** The laws of all passes on samples of every language, whole and damaged in several ways. */
import { describeLaws, subjects } from "./laws.ts";

describeLaws(subjects, 2);
