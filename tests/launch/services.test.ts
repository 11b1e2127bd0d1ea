/** How the launcher chooses between services and stand-ins for them. */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { planServices, standinSecrets } from "../../launch/standins.mjs";

const PAY = {
  key: "PAY_KEY",
  secrets: { PAY_KEY: "pk_", PAY_HOOK: "hook_" },
  env: { PAY_URL: "{url}/pay", PAY_PRICE: "one" },
};
const POST = {
  key: "POST_KEY",
  instead: "POST_SERVER",
  secrets: { POST_KEY: "" },
  env: {},
};
const SERVICES = [PAY, POST];
const SECRETS = { PAY_KEY: "pk_1", PAY_HOOK: "hook_1", POST_KEY: "2" };
const STOOD_IN = {
  PAY_KEY: "pk_1",
  PAY_HOOK: "hook_1",
  PAY_URL: "http://localhost:3003/pay",
  PAY_PRICE: "one",
  POST_KEY: "2",
};

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "engine-standins-"));
});
afterEach(async () => await rm(folder, { recursive: true }));

function plan(
  given: NodeJS.ProcessEnv,
  known: Record<string, string> = {},
  production = false,
) {
  const secrets = production ? {} : SECRETS;
  const url = "http://localhost:3003";
  return planServices(SERVICES, { given, known, secrets, url, production });
}

test("[LA8] without keys the deployment gets the stand-ins' variables once", () => {
  expect(plan({})).toEqual({ changes: STOOD_IN, isNeeded: true });
  expect(plan({ PAY_KEY: "" }, STOOD_IN)).toEqual({
    changes: {},
    isNeeded: true,
  });
  const moved = { ...STOOD_IN, PAY_URL: "http://localhost:3103/pay" };
  expect(plan({}, moved).changes).toEqual({ PAY_URL: STOOD_IN.PAY_URL });
});

test("[LA8] the stand-ins' secrets are made once, each with its prefix, and hidden from other users", async () => {
  const data = join(folder, "standins");
  const secrets = standinSecrets(data, SERVICES);
  expect(secrets).toEqual({
    PAY_KEY: expect.stringMatching(/^pk_[0-9a-f]{48}$/) as string,
    PAY_HOOK: expect.stringMatching(/^hook_[0-9a-f]{48}$/) as string,
    POST_KEY: expect.stringMatching(/^[0-9a-f]{48}$/) as string,
  });
  expect(standinSecrets(data, SERVICES)).toEqual(secrets);
  const { mode } = await stat(join(data, "secrets.json"));
  expect(mode & 0o077).toBe(0);
});

test("[LA9] a real key is passed on with its settings, and the stand-in's variables are removed", () => {
  const given = { PAY_KEY: "live", PAY_PRICE: "two", OTHER: "no" };
  expect(plan(given, STOOD_IN)).toEqual({
    changes: {
      PAY_KEY: "live",
      PAY_PRICE: "two",
      PAY_HOOK: null,
      PAY_URL: null,
    },
    isNeeded: true,
  });
  const all = { ...given, POST_KEY: "real" };
  expect(plan(all).isNeeded).toBe(false);
  expect(plan(all).changes).toEqual({
    PAY_KEY: "live",
    PAY_PRICE: "two",
    POST_KEY: "real",
  });
});

test("[LA9] values that others have set stay as they are", () => {
  const known = { PAY_KEY: "theirs", PAY_URL: "http://elsewhere" };
  expect(plan({}, known)).toEqual({
    changes: { POST_KEY: "2" },
    isNeeded: true,
  });
  expect(plan({ PAY_KEY: "live" }, known).changes).toEqual({
    PAY_KEY: "live",
    POST_KEY: "2",
  });
});

test("[LA9] a service that is chosen by its other variable gets no stand-in either", () => {
  const given = { PAY_KEY: "live", POST_SERVER: "theirs" };
  expect(plan(given, { POST_KEY: "2" })).toEqual({
    changes: { PAY_KEY: "live", POST_SERVER: "theirs", POST_KEY: null },
    isNeeded: false,
  });
  const known = { PAY_KEY: "live", POST_SERVER: "theirs" };
  expect(plan({}, known)).toEqual({ changes: {}, isNeeded: false });
});

test("[LA9] in production there are no stand-ins, and real keys are passed on", () => {
  expect(plan({}, {}, true)).toEqual({ changes: {}, isNeeded: false });
  expect(plan({ POST_KEY: "real" }, {}, true)).toEqual({
    changes: { POST_KEY: "real" },
    isNeeded: false,
  });
});
