/** What the operator learns about sign-up, and when the shops' plans change. */
import { expect, test } from "vitest";
import { openSignUp } from "../../launch/sign-up.mjs";
import { readSettings } from "../../launch/settings.mjs";
import { getFunctionName as nameOf } from "convex/server";
import { internal } from "../../convex/_generated/api.js";

/** A deployment with these settings in effect. */
async function open(
  environment: Record<string, string>,
  rule: object,
  before: Record<string, string> = {},
) {
  const called: string[] = [];
  const api = {
    call: (path: string) => {
      called.push(path);
      const answer = {
        signUp: "open",
        planWithoutPayment: null,
        plans: ["starter", "pro"],
        notEmails: [],
        ...rule,
      };
      return Promise.resolve(
        path === nameOf(internal.account.deployment.signUpRule) ? answer : null,
      );
    },
  };
  const settings = readSettings("/", environment, {});
  const lines = await openSignUp(api as never, settings, before);
  return { text: lines.join("\n"), applied: called.length === 2 };
}

const FREE = { PLAN_WITHOUT_PAYMENT: "pro" };

test("[LA11] a server where sign-up is closed tells the operator what to set", async () => {
  const { text, applied } = await open({}, { signUp: "closed" });
  expect(text).toContain("PLAN_WITHOUT_PAYMENT=");
  expect(text).toContain("SIGN_UP_EMAILS=");
  expect(text).toContain("STRIPE_SECRET_KEY=");
  expect(applied).toBe(false);
  expect((await open({}, {})).text).toBe("");
});

test("[LA11] the launcher updates the shops' plans when a plan is set and when it is removed", async () => {
  const given = await open(FREE, { planWithoutPayment: "pro" });
  expect(given).toEqual({
    text: "Anyone can sign up without payment (plan: pro).",
    applied: true,
  });
  const listed = { ...FREE, SIGN_UP_EMAILS: "ann@shop.example" };
  expect((await open(listed, { planWithoutPayment: "pro" })).text).toMatch(
    /^Anyone listed in SIGN_UP_EMAILS can /,
  );
  expect((await open({}, {}, FREE)).applied).toBe(true);
  // An empty variable counts as not set.
  expect((await open({ PLAN_WITHOUT_PAYMENT: "" }, {})).applied).toBe(false);
});

test("[LA11] the operator's details are read from the environment, and an empty one counts as not set", () => {
  const OPERATOR_NAME = "Ann";
  const environment = { OPERATOR_NAME, OPERATOR_ADDRESS: "" };
  expect(readSettings("/", environment, {}).operator).toEqual({
    OPERATOR_NAME,
    OPERATOR_ADDRESS: null,
    OPERATOR_EMAIL: null,
    OPERATOR_PRIVACY: null,
    OPERATOR_TERMS: null,
  });
});

test("[LA11] an invalid plan or address stops the launcher", async () => {
  await expect(open({ PLAN_WITHOUT_PAYMENT: "gold" }, {})).rejects.toThrow(
    'PLAN_WITHOUT_PAYMENT must be one of starter, pro, not "gold".',
  );
  await expect(
    open({ SIGN_UP_EMAILS: "ann" }, { notEmails: ["ann"] }),
  ).rejects.toThrow(
    'SIGN_UP_EMAILS must be e-mail addresses separated by commas; "ann" is not one.',
  );
});
