/** Runs before each test file: properties draw from the seed of the run, and as long as their own limits allow. */
import fc from "fast-check";
import { SEED } from "./seed.ts";

fc.configureGlobal({ seed: SEED, defaultSizeToMaxWhenMaxSpecified: true });
