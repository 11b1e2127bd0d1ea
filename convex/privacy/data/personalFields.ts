/** What happens to each field of a ticket when its customer's personal data is erased (product.md U7). */
import type { Doc } from "../../_generated/dataModel";

type Fields = Omit<Doc<"tickets">, "_id" | "_creationTime">;

/** Without a line for every field, this file does not compile. */
const fields = {
  name: "null",
  phone: "null",
  email: "removed",
  note: "removed",
  edited: "removed",
  hasPush: "removed",

  businessId: "kept",
  queueId: "kept",
  generation: "kept",
  number: "kept",
  joinedAt: "kept",
  scheduledTime: "kept",
  revision: "kept",
  staleAt: "kept",
  state: "kept",
  quote: "kept",
  look: "kept",
  feedback: "kept",
  blankedAt: "kept",
  // A hash of a secret that only the phone knows.
  secretHash: "kept",
  // The end of the ticket removes it.
  network: "kept",
} as const satisfies Record<keyof Fields, "kept" | "null" | "removed">;

export const NOBODY: Pick<Fields, "name" | "phone"> = Object.fromEntries(
  Object.entries(fields).flatMap(([field, becomes]) =>
    becomes === "kept" ? [] : [[field, becomes === "null" ? null : undefined]],
  ),
) as Pick<Fields, "name" | "phone">;
