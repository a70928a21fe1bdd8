/** Property tests draw the same values in every run: a red run is a change, never chance. `PARE_SEED` draws others. */
import { configureGlobal, readConfigureGlobal } from "fast-check";

configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env["PARE_SEED"] ?? 20_261_116) });
