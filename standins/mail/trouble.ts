/** Recipients for whom sending goes wrong, as test cards have it for payments: `refuse+anything@…`. */

/** Never taken; not taken for now; taken, or not, and the connection is cut before the answer (SMTP only). */
export type Trouble = "refuse" | "later" | "cut";

export function troubleOf(to: readonly string[]): Trouble | null {
  const [, found] = /^(refuse|later|cut)(?:\+[^@]*)?@/.exec(to[0] ?? "") ?? [];
  return (found as Trouble | undefined) ?? null;
}
