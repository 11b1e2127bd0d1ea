/** Recipients for whom sending fails, like test cards for payments: `refuse+anything@…`. */

/** Never accepted; not accepted for now; and by SMTP only: accepted, but the connection ends before the answer; a late answer. */
export type Trouble = "refuse" | "later" | "cut" | "slow";

export function troubleOf(to: readonly string[]): Trouble | null {
  const [, found] =
    /^(refuse|later|cut|slow)(?:\+[^@]*)?@/.exec(to[0] ?? "") ?? [];
  return (found as Trouble | undefined) ?? null;
}
