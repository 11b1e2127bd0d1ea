/** Message sizes that launch/config.mjs allows callers, against those that the product's own pages send. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAX_PICTURE_BYTES } from "../../convex/profile/rules/picture.ts";
import { parseLimits } from "../../engine/limit-options.ts";

type Config = { project: { engineOptions: string[] } };

// Imported by path, because it is plain JavaScript without types.
const { engineOptions } = (
  (await import(join(import.meta.dirname, "../../launch/config.mjs"))) as Config
).project;

const given = (option: string) =>
  engineOptions[engineOptions.indexOf(option) + 1] ?? "";

test("[LA18] the largest logo fits into one message of a signed-in user, but not of an anonymous caller", () => {
  const { anonymous, user } = parseLimits({
    "anonymous-limits": given("--anonymous-limits"),
    "user-limits": given("--user-limits"),
  });
  // A call with a picture in base64, and some overhead.
  const call = 4 * Math.ceil(MAX_PICTURE_BYTES / 3) + 1_000;
  expect(user.message).toBeGreaterThan(call);
  // The message, and its arguments while the call runs.
  expect(user.held).toBeGreaterThan(2 * call);
  expect(anonymous.message).toBeLessThan(100_000);
});
