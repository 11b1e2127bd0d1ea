/** Amounts and dates in readable form. */

/** `1900`, `usd` → `$19.00`; `1900`, `jpy` → `¥1,900`. @param amount in the currency's smallest unit */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

/** Unix seconds → `21 Nov 2026`. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(seconds * 1000);
}
