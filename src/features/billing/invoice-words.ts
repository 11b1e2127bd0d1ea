/** An invoice in words. Money as in the price list: "$19.00". */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { dateOf } from "../../lib/time/format";
import { pageLocale } from "../../strings/language/language";
import { billing } from "../../strings/billing";

export type Invoice = Extract<
  FunctionReturnType<typeof api.billing.payments.invoices>,
  { ok: true }
>["invoices"][number];

/** "21 November 2026", by the business's calendar. @param at epoch ms */
export function invoiceDay(at: number, timeZone: string): string {
  return dateOf(at, timeZone, { dateStyle: "long" });
}

/** Currencies whose amounts Stripe gives without decimals, and with three; browsers' own lists differ. https://docs.stripe.com/currencies */
const NO_DECIMALS =
  "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
const THREE_DECIMALS = "BHD JOD KWD OMR TND".split(" ");

/** "$19.00", "€19.00", "¥1,900". `total` is in Stripe's smallest unit. */
export function invoiceTotal(total: number, currency: string): string {
  const code = currency.toUpperCase();
  const three = THREE_DECIMALS.includes(code) ? 3 : 2;
  const decimals = NO_DECIMALS.includes(code) ? 0 : three;
  return new Intl.NumberFormat(pageLocale(), {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: decimals,
  }).format(total / 10 ** decimals);
}

const { states: strings } = billing.invoices;

type State = {
  tone: "slate" | "amber" | "green" | "clay" | "grey";
  label: string;
};

const STATES: ReadonlyMap<string | null, State> = new Map([
  ["draft", { tone: "slate", label: strings.draft }],
  ["open", { tone: "amber", label: strings.open }],
  ["paid", { tone: "green", label: strings.paid }],
  ["uncollectible", { tone: "clay", label: strings.notPaid }],
  ["void", { tone: "grey", label: strings.void }],
]);

export function invoiceState({
  status,
}: Pick<Invoice, "status">): State | null {
  return STATES.get(status) ?? null;
}
