/** Recipients for whom sending goes wrong, as test cards have it for payments: `refuse+anything@…`. */

/** Never taken; not taken for now; and by SMTP only: taken, and the connection is cut before the answer, or the answer comes late. */
export type Trouble = "refuse" | "later" | "cut" | "slow";

export function troubleOf(to: readonly string[]): Trouble | null {
  const [, found] =
    /^(refuse|later|cut|slow)(?:\+[^@]*)?@/.exec(to[0] ?? "") ?? [];
  return (found as Trouble | undefined) ?? null;
}
