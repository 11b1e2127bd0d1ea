import { describe, expect, test } from "vitest";
import { findRoute, type Route } from "../../standins/http/route.ts";
import { html } from "../../standins/pages/html.ts";
import { parseSettings } from "../../standins/settings.ts";
import { periodEnd } from "../../standins/stripe/billing/period.ts";

const at = (text: string) => Date.parse(text) / 1000;

const every = (interval: "day" | "week" | "month" | "year", count = 1) => ({
  ...{ interval, interval_count: count, meter: null },
  ...{ trial_period_days: null, usage_type: "licensed" as const },
});

test.each([
  ["2026-01-31T10:00Z", "2026-01-31T10:00Z", "2026-02-28T10:00Z"],
  ["2026-01-31T10:00Z", "2026-02-28T10:00Z", "2026-03-31T10:00Z"],
  ["2028-01-31T10:00Z", "2028-01-31T10:00Z", "2028-02-29T10:00Z"],
  ["2026-12-15T00:00Z", "2026-12-15T00:00Z", "2027-01-15T00:00Z"],
])("a period: of a month from %s, after %s, ends %s", (anchor, after, end) => {
  expect(periodEnd(at(anchor), at(after), every("month"))).toBe(at(end));
});

test("values in a page are escaped, unless they are HTML already", () => {
  const name = `<i>"Ann" & 'Bob'</i>`;
  expect(
    html`<p title="${name}">${name}${html`<b>${1}</b>`}${null}</p>`.source,
  ).toBe(
    `<p title="&lt;i&gt;&quot;Ann&quot; &amp; &#39;Bob&#39;&lt;/i&gt;">&lt;i&gt;&quot;Ann&quot; &amp; &#39;Bob&#39;&lt;/i&gt;<b>1</b></p>`,
  );
});

test("a route matches its method and every part of its path", () => {
  const route: Route = {
    method: "GET",
    path: "/a/:id/b",
    audience: "anyone",
    handle: () => ({ status: 200, headers: {}, body: "" }),
  };
  expect(findRoute([route], "GET", "/a/x%20y/b")?.id).toBe("x y");
  expect(findRoute([route], "HEAD", "/a/1/b")?.id).toBe("1");
  expect(findRoute([route], "GET", "/a/%E0/b")?.id).toBe("%E0");
  for (const [method, path] of [
    ["POST", "/a/1/b"],
    ["GET", "/a//b"],
    ["GET", "/a/1"],
    ["GET", "/a/1/b/c"],
  ] as const)
    expect(findRoute([route], method, path), path).toBeNull();
});

describe("settings", () => {
  const inbound = "http://localhost:3001/api/twilio/inbound";
  const args = [
    ...["--webhook-url", "http://localhost:3001/api/stripe/webhook"],
    ...["--twilio-inbound", inbound, "--twilio-number", "+15550100001"],
  ];
  const secrets = {
    STRIPE_SECRET_KEY: "sk_test_standin_1",
    STRIPE_WEBHOOK_SECRET: "whsec_a,whsec_b",
    MAIL_API_KEY: "re_1",
    TWILIO_ACCOUNT_SID: "AC1",
    TWILIO_AUTH_TOKEN: "t1",
    GOOGLE_CLIENT_ID: "id_1",
    GOOGLE_CLIENT_SECRET: "GOCSPX_1",
  };

  test("report all problems at once", () => {
    expect(() =>
      parseSettings(["--port", "70000", "--price", "x"], {}),
    ).toThrow(
      /--port.*STRIPE_SECRET_KEY.*--webhook-url.*STRIPE_WEBHOOK_SECRET.*MAIL_API_KEY.*TWILIO_ACCOUNT_SID.*--price/s,
    );
  });

  test("refuse a key that could move money", () => {
    expect(() =>
      parseSettings(args, { ...secrets, STRIPE_SECRET_KEY: "sk_live_1" }),
    ).toThrow("STRIPE_SECRET_KEY: sk_test_…");
  });
});
