/** Runs before each test file: properties draw from the run's seed, with collections up to the maximum length that they allow. */
import fc from "fast-check";
import { SEED } from "./seed.ts";

fc.configureGlobal({ seed: SEED, defaultSizeToMaxWhenMaxSpecified: true });
