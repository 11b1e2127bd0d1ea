/**
 * No function answers with a sentence and no table stores one: refusals are codes with numbers, and every text that is
 * free to hold anything was typed by a person or is an id, an address or a key. A new one has to be named here.
 * Canaries: `message: v.string()` beside a refusal's code; `label: v.string()` in undoOffer.
 */
import { expect, test } from "vitest";
import schema from "../../../convex/schema.ts";
import { modules } from "../open-app.ts";

/** What people typed, and names of plans, zones and products of other companies. */
const TYPED = [
  ...["name", "businessName", "queueName", "initials", "note"],
  ...["description", "phone"],
  // Texts to customers, and templates for them.
  ...["body", "text"],
  // The audit log's: names and codes, as they were and are.
  ...["before", "after"],
  // What owners and admins write to each other.
  ...["subject", "excerpt"],
  // What visitors have left.
  ...["firstName", "lastName", "productInterest", "role"],
  ...["annualRunRate", "message"],
];
/** Ids, keys, hashes, addresses and times of day. */
const SIGNS = [
  ...["email", "timezone", "logoUrl", "url", "start", "end", "day", "waiting"],
  ...["country", "currency", "number", "status", "pace"],
  ...["publicKey", "grantedBy", "secret", "recoveryCodes"],
  ...["from", "toMasked", "sidLast4", "mailedTo"],
  // What the engine measures, and what it says of its own health to those who run it.
  ...["kind", "trouble"],
  // Names of our own jobs and crons.
  ...["job", "failingCrons"],
  // Which of the settings two windows have changed.
  "fields",
  // Where a page of a paginated query ends.
  ...["continueCursor", "splitCursor"],
];
const STORED_SIGNS = [
  ...["asker", "codeHash", "deviceHash", "secretHash", "key", "network"],
  "recoveryHashes",
  ...["to", "occasion", "emailHash", "addressHash"],
  ...["endpoint", "p256dh", "auth", "receiptHash"],
  ...["turns", "googleId", "keyId", "nonce", "box", "stateHash", "verifier"],
  ...["stripeCustomerId", "subscriptionId", "priceId", "sessionId"],
  ...["successPath", "cancelPath", "eventId", "type"],
  ...["to", "sid", "month", "pairHash", "accountHash"],
  ...["keyId", "nonce", "box"],
  "nameKey",
];
/** What only one table holds: what visitors typed, the runner of migrations for operators, and answers that functions have declared. */
const OF_TABLE: Readonly<Record<string, string[]>> = {
  migrations: ["cursor", "error"],
  upkeep: ["cursor"],
  deskRequests: ["answer"],
  smsSettings: [
    ...["readyNow", "almost", "late", "bookingTomorrow", "bookingSoon"],
  ],
};

type Form =
  | { type: "object"; value: Record<string, { fieldType: Form }> }
  | { type: "array"; value: Form }
  | { type: "record"; values: { fieldType: Form } }
  | { type: "union"; value: Form[] }
  | { type: "string" | "any" | "id" | "literal" | "null" | "number" };

/** The names of the fields that may hold any text. */
function freeTexts(form: Form, name = ""): string[] {
  switch (form.type) {
    case "object":
      return Object.entries(form.value).flatMap(([field, { fieldType }]) =>
        freeTexts(fieldType, field),
      );
    case "array":
      return freeTexts(form.value, name);
    case "record":
      return freeTexts(form.values.fieldType, name);
    case "union":
      return form.value.flatMap((one) => freeTexts(one, name));
    case "string":
    case "any":
      return [name];
    default:
      return [];
  }
}

const unknown = (names: string[], known: string[]) => [
  ...new Set(names.filter((name) => !known.includes(name))),
];

type Exported = { isPublic?: true; exportReturns: () => string };

test("no public function has a place for a sentence in its answer", async () => {
  const found: string[] = [];
  for (const [file, load] of Object.entries(modules)) {
    // The library's own, which declare nothing.
    if (file.endsWith("/auth.ts")) continue;
    const module = (await load()) as Record<string, Exported | undefined>;
    for (const [name, exported] of Object.entries(module)) {
      if (exported?.isPublic !== true) continue;
      const form = JSON.parse(exported.exportReturns()) as Form;
      const texts = unknown(freeTexts(form), [...TYPED, ...SIGNS]);
      found.push(...texts.map((field) => `${file}:${name}.${field}`));
    }
  }
  expect(found).toEqual([]);
});

test("no table has a place for a sentence", () => {
  const found = Object.entries(schema.tables)
    .filter(([table]) => !table.startsWith("auth") && table !== "users")
    .flatMap(([table, { validator }]) => {
      const form = (validator as unknown as { json: Form }).json;
      const known = [...TYPED, ...SIGNS, ...STORED_SIGNS];
      const allowed = [...known, ...(OF_TABLE[table] ?? [])];
      return unknown(freeTexts(form), allowed).map(
        (name) => `${table}.${name}`,
      );
    });
  expect(found).toEqual([]);
});
