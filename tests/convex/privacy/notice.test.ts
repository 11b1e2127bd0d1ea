/** product.md U10: what /privacy tells, of which data, and what it asks of the server. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { KEPT_MS } from "../../../convex/base/rules/kept.ts";
import { NOBODY, told } from "../../../convex/privacy/data/personalFields.ts";
import { notice, ticketFields } from "../../../convex/privacy/rules/notice.ts";
import schema from "../../../convex/schema.ts";
import { PAYMENT_VARIABLES } from "../billing/payment-variables.ts";
import { openApp } from "../open-app.ts";

const SERVICES = {
  ...PAYMENT_VARIABLES,
  MAIL_API_KEY: "re_1",
  MAIL_FROM: "hello@example.com",
  TWILIO_ACCOUNT_SID: "AC1",
  TWILIO_AUTH_TOKEN: "token",
  TWILIO_FROM: "+15550100001",
  SECRETS_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
  GOOGLE_CLIENT_ID: "id",
  GOOGLE_CLIENT_SECRET: "secret",
  VAPID_PUBLIC_KEY: "public",
  VAPID_PRIVATE_KEY: "private",
};
const NEAR = "http://localhost:3003";
const STAND_INS = {
  DEPLOYMENT_KIND: "demo",
  STRIPE_API_URL: NEAR,
  MAIL_API_URL: NEAR,
  TWILIO_API_URL: NEAR,
  GOOGLE_API_URL: NEAR,
  PUSH_API_URL: NEAR,
};
const OTHERS = {
  SMTP_URL: "",
  OPERATOR_NAME: "",
  OPERATOR_ADDRESS: "",
  OPERATOR_EMAIL: "",
  OPERATOR_PRIVACY: "",
  OPERATOR_TERMS: "",
};

beforeEach(() => {
  for (const name of Object.keys({ ...SERVICES, ...STAND_INS, ...OTHERS }))
    vi.stubEnv(name, undefined);
});

async function tells(environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment))
    vi.stubEnv(name, value);
  return await (await openApp()).backend.query(api.privacy.notice.current, {});
}

const NOTHING = {
  operator: null,
  privacy: null,
  terms: null,
  processors: [],
  standIns: false,
};

test("a server without settings names no operator and no service", async () => {
  expect(await tells({})).toEqual(NOTHING);
});

test("the operator is told once name and address are set, with additions", async () => {
  const name = { OPERATOR_NAME: "Ann's Queues" };
  expect(await tells({ ...name, OPERATOR_ADDRESS: "  " })).toEqual(NOTHING);
  const address = { OPERATOR_ADDRESS: "1 High Street\nLondon" };
  const operator = {
    name: "Ann's Queues",
    address: "1 High Street\nLondon",
    email: null,
  };
  expect(await tells({ ...name, ...address })).toEqual({
    ...NOTHING,
    operator,
  });
  const more = {
    OPERATOR_EMAIL: " ann@example.com ",
    OPERATOR_PRIVACY: "We host in London.",
    OPERATOR_TERMS: "English law applies.",
  };
  expect(await tells({ ...name, ...address, ...more })).toEqual({
    ...NOTHING,
    operator: { ...operator, email: "ann@example.com" },
    privacy: "We host in London.",
    terms: "English law applies.",
  });
});

test.each([
  ["all", SERVICES, "stripe twilio google resend push", false],
  ["stand-ins", { ...SERVICES, ...STAND_INS }, "push", true],
  [
    "a mail server",
    { SMTP_URL: "smtps://u:p@mail.example.com", MAIL_FROM: "a@example.com" },
    "mailServer",
    false,
  ],
  [
    "shops' own Twilio accounts",
    { SECRETS_KEYS: SERVICES.SECRETS_KEYS },
    "twilio",
    false,
  ],
])(
  "the services that get data: %s",
  async (_name, environment, processors, standIns) => {
    const answer = await tells(environment);
    expect(answer.processors.join(" ")).toBe(processors);
    expect(answer.standIns).toBe(standIns);
    for (const secret of ["sk_test_1", "re_1", "token", "private"])
      expect(JSON.stringify(answer)).not.toContain(secret);
  },
);

test("all that is told is kept somewhere, and whatever the maintenance erases of a ticket is told", () => {
  const fields = Object.values(ticketFields).map((field) => field.told);
  const kinds = new Set<unknown>([...Object.values(told).flat(), ...fields]);
  kinds.delete(null);
  expect([...kinds].sort()).toEqual(Object.keys(notice).sort());
  for (const field of Object.keys(NOBODY))
    expect(ticketFields[field as keyof typeof NOBODY].told).not.toBeNull();
  expect(Object.keys(told).sort()).toEqual(Object.keys(schema.tables).sort());
});

test("the page tells the times by which the maintenance deletes", () => {
  const times = (["name", "givenUp", "texts", "support"] as const).map(
    (kind) => notice[kind].ms,
  );
  const { person, givenUp, texts, support } = KEPT_MS;
  expect(times).toEqual([person, givenUp, texts, support]);
  expect(times.map((ms) => ms / 86_400_000)).toEqual([30, 7, 30, 730]);
});
