/** What launch/config.mjs lets callers send, against what the product's own pages send. Canary: `message=262144` for users. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAX_PICTURE_BYTES } from "../../convex/profile/rules/picture.ts";
import { parseLimits } from "../../engine/limit-options.ts";

type Config = { project: { engineOptions: string[] } };

// By path: it is plain JavaScript, without types.
const { engineOptions } = (
  (await import(join(import.meta.dirname, "../../launch/config.mjs"))) as Config
).project;

const given = (option: string) =>
  engineOptions[engineOptions.indexOf(option) + 1] ?? "";

test("[LA18] the largest logo fits into one message of its owner, and not into one of a stranger", () => {
  const { anonymous, user } = parseLimits({
    "anonymous-limits": given("--anonymous-limits"),
    "user-limits": given("--user-limits"),
  });
  // A call with it: base64, and a little around.
  const call = 4 * Math.ceil(MAX_PICTURE_BYTES / 3) + 1_000;
  expect(user.message).toBeGreaterThan(call);
  // The message, and its arguments for as long as the call runs.
  expect(user.held).toBeGreaterThan(2 * call);
  expect(anonymous.message).toBeLessThan(100_000);
});
