/** Which service carries an e-mail, and the result, by settings: over SMTP and over HTTP, to stand-ins. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { internal } from "../../../convex/_generated/api.js";
import { sendByResend } from "../../../convex/mail/services/resend.ts";
import { environment } from "../../../convex/base/services/env.ts";
import {
  outcomeOfSmtp,
  outcomeOfStatus,
  type Mail,
} from "../../../convex/mail/rules/mail.ts";
import {
  openStandins,
  type Standins,
} from "../../../standins/open-standins.ts";
import { STANDINS } from "../../standins/options.ts";
import { openApp } from "../open-app.ts";

const FROM = "Yourturn <hello@shop.test>";
const MAIL: Mail = {
  subject: "Your appointment",
  text: "Tomorrow",
  html: "<p>Tomorrow</p>",
  calendar: { method: "REQUEST", file: "BEGIN:VCALENDAR\r\nX:ü\r\n" },
  unsubscribeUrl: "https://shop.test/api/unsubscribe?token=1",
};

let standins: Standins;
beforeAll(async () => {
  const logError = () => undefined;
  standins = await openStandins({ ...STANDINS, smtpPort: 0, logError });
});
afterAll(() => standins.close());
// Connections to the stand-ins take real time.
beforeEach(() => void vi.useRealTimers());

function bySmtp(user = "standin:re_test", port = standins.smtpPort): void {
  vi.stubEnv("DEPLOYMENT_KIND", "test");
  vi.stubEnv("MAIL_FROM", FROM);
  vi.stubEnv("SMTP_URL", `smtp://${user}@127.0.0.1:${port}`);
}

async function outbox(to: string): Promise<object[]> {
  const answer = await fetch(`${standins.origin}/_standin/mail/messages`);
  const { messages } = (await answer.json()) as {
    messages: { to: string[] }[];
  };
  return messages.filter((one) => one.to.includes(to));
}

test("with a mail server set, a code for a forgotten password is sent through it", async () => {
  bySmtp();
  // A key for the other service is also set, as after a change of the deployment.
  vi.stubEnv("MAIL_API_KEY", "re_old");
  const app = await openApp();
  await app.shop();
  const email = "owner1@example.com";
  await app.backend.action(internal.account.current.sendReset, {
    email,
    asker: "a",
  });
  const [mail] = await outbox(email);
  expect(mail).toMatchObject({ from: '"Yourturn" <hello@shop.test>' });
  expect(JSON.stringify(mail)).toMatch(/Your code: \d{4} \d{4}/);
});

test("calendar file and unsubscribe link arrive the same by SMTP and by HTTP", async () => {
  bySmtp();
  const app = await openApp();
  const to = "both@shop.test";
  const args = { to, mail: MAIL };
  expect(await app.backend.action(internal.mail.smtp.send, args)).toBe("sent");
  vi.stubEnv("SMTP_URL", undefined);
  vi.stubEnv("MAIL_API_KEY", "re_test");
  vi.stubEnv("MAIL_API_URL", standins.origin);
  const { mail: settings } = environment();
  if (settings?.via !== "resend") throw new Error("no settings");
  expect(await sendByResend(settings, to, MAIL, "key")).toBe("sent");
  expect(await sendByResend(settings, to, MAIL, "key")).toBe("sent");
  const got = await outbox(to);
  expect(got).toHaveLength(2);
  for (const one of got) {
    expect(one).toMatchObject({
      subject: MAIL.subject,
      headers: {
        "List-Unsubscribe": `<${MAIL.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    expect(JSON.stringify(one)).toContain("X:ü");
    expect(JSON.stringify(one)).toMatch(/text\/calendar|application\/ics/);
  }
});

test.each([
  ["refuse@shop.test", undefined, "refused"],
  ["later@shop.test", undefined, "later"],
  ["cut@shop.test", undefined, "unknown"],
  ["ann@shop.test", "standin:wrong", "later"],
])("a mail server's trouble with %s (%s) is %s", async (to, user, outcome) => {
  bySmtp(user);
  const app = await openApp();
  const sent = app.backend.action(internal.mail.smtp.send, { to, mail: MAIL });
  expect(await sent).toBe(outcome);
});

test("a mail server that cannot be reached means later", async () => {
  bySmtp("standin:re_test", 1);
  const app = await openApp();
  const args = { to: "ann@shop.test", mail: MAIL };
  expect(await app.backend.action(internal.mail.smtp.send, args)).toBe("later");
});

test.each([
  ["smtp://localhost:25", "production", { isStandIn: false }],
  ["smtp://localhost:25", "demo", { isStandIn: true }],
  ["smtps://u:p@mail.example", "demo", { isStandIn: false }],
  ["http://mail.example", "demo", null],
  ["smtp:", "demo", null],
  ["smtp://user:100%@mail.example", "demo", null],
  ["mail.example", "demo", null],
])("SMTP_URL %s in %s", (url, kind, settings) => {
  vi.stubEnv("DEPLOYMENT_KIND", kind);
  vi.stubEnv("MAIL_FROM", FROM);
  // A mistyped URL must not fall back to this key.
  vi.stubEnv("MAIL_API_KEY", "re_1");
  vi.stubEnv("SMTP_URL", url);
  const { mail } = environment();
  if (settings === null) expect(mail).toBeNull();
  else expect(mail).toMatchObject({ via: "smtp", ...settings });
});

test("errors and status codes map to outcomes", () => {
  expect(outcomeOfSmtp({ code: "EDNS" })).toBe("later");
  expect(outcomeOfSmtp({ code: "ETIMEDOUT", message: "Timeout" })).toBe(
    "unknown",
  );
  expect(outcomeOfSmtp({ message: "Greeting never received" })).toBe("later");
  const expired = { code: "ESOCKET", originalCode: "CERT_HAS_EXPIRED" };
  expect(outcomeOfSmtp(expired)).toBe("later");
  expect(outcomeOfSmtp({ code: "EMESSAGE", responseCode: 552 })).toBe(
    "refused",
  );
  expect([200, 401, 409, 422, 429, 503].map(outcomeOfStatus)).toEqual([
    ...["sent", "later", "unknown", "refused", "later", "again"],
  ]);
});
