/** The list of bills. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import InvoicesDialog from "../../../../src/features/billing/invoices-dialog.tsx";
import {
  invoiceDay,
  invoiceState,
  invoiceTotal,
} from "../../../../src/features/billing/invoice-words.ts";
import { draw, find, freshBackend, press } from "../../fake-backend.tsx";
import { page, pass } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { texts } from "../../user.ts";

const AT = Date.parse("2026-11-21T23:30:00Z");
const PAID = {
  number: "YT-0002",
  at: AT,
  total: 1900,
  currency: "usd",
  status: "paid",
  url: "https://bills.example/2",
};
const onClose = vi.fn();
const backend = freshBackend();
beforeEach(() => {
  onClose.mockReset();
});
const show = () =>
  draw(backend, <InvoicesDialog timeZone="Europe/London" onClose={onClose} />);

test("the dialog: lists day, number, amount and state, with a link to each invoice that passes on no opener", async () => {
  const open = { ...PAID, number: "YT-0003", status: "open", total: 2900 };
  const draft = { ...PAID, number: null, status: "draft", url: null };
  backend.on(api.billing.payments.invoices, () => ({
    ok: true,
    invoices: [draft, { ...open, url: "https://bills.example/3" }, PAID],
  }));
  await show();
  expect(texts("li")).toEqual([
    "21 November 2026$19.00Draft",
    "21 November 2026YT-0003$29.00OpenPay the invoice from 21 November 2026, opens in a new tab",
    "21 November 2026YT-0002$19.00PaidView the invoice from 21 November 2026, opens in a new tab",
  ]);
  const link = find("a", /^View/) as HTMLAnchorElement;
  expect(link.href).toBe("https://bills.example/2");
  expect(link.target).toBe("_blank");
  expect(link.rel.split(" ")).toContain("noopener");
});

test("the dialog: shows that it is loading and that there are no invoices", async () => {
  let answer: (value: unknown) => void = () => undefined;
  const late = new Promise((resolve) => {
    answer = resolve;
  });
  backend.on(api.billing.payments.invoices, () => late);
  await show();
  find("[role=status]", "Loading invoices...");
  await act(async () => answer({ ok: true, invoices: [] }));
  expect(page()).toContain("No invoices yet.");
  expect(page()).not.toContain("Loading invoices...");
});

test("the dialog: says why it was refused, and retries on request", async () => {
  const message = "Something went wrong. Please contact support.";
  const code = "stripeUnavailable";
  backend.on(api.billing.payments.invoices, () => ({ ok: false, code }));
  await show();
  find("[role=alert]", new RegExp(message));
  let answer: (value: unknown) => void = () => undefined;
  backend.on(
    api.billing.payments.invoices,
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await press("Try Again");
  find("[role=status]", "Loading invoices...");
  expect(page()).not.toContain(message);
  await act(async () => answer({ ok: true, invoices: [PAID] }));
  find("span", "$19.00");
});

test("the dialog: waits no longer than 10 s", async () => {
  vi.useFakeTimers();
  backend.on(api.billing.payments.invoices, () => new Promise(() => undefined));
  await show();
  await pass(10_100);
  find("[role=alert]", /Something went wrong\. Please contact support\./);
});

test.each([
  [1900, "usd", "$19.00"],
  [0, "USD", "$0.00"],
  [-250, "usd", "-$2.50"],
  [2900, "eur", "€29.00"],
  [1900, "jpy", "¥1,900"],
  [1900, "krw", "₩1,900"],
  [190_000, "huf", "Ft 1,900"],
  [190_000, "isk", "kr 1,900"],
  [190_050, "ugx", "UGX 1,900.5"],
  [19_000, "kwd", "KWD 19.000"],
])("%s %s is %s", (total, currency, words) => {
  expect(invoiceTotal(total, currency).replace("\u00a0", " ")).toBe(words);
});

test("the day is in the business's time zone", () => {
  expect(invoiceDay(AT, "Europe/London")).toBe("21 November 2026");
  expect(invoiceDay(AT, "Asia/Tokyo")).toBe("22 November 2026");
});

test("an unknown state has no label", () => {
  expect(invoiceState({ status: "uncollectible" })?.label).toBe("Not paid");
  expect(invoiceState({ status: "settled" })).toBeNull();
  expect(invoiceState({ status: "toString" })).toBeNull();
  expect(invoiceState({ status: null })).toBeNull();
});
