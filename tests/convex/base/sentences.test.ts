/**
 * No function answers with a sentence and no table stores one: refusals are codes with numbers. Every field that may
 * hold any text holds text typed by a person, an id, an address or a key. A new field must be added here.
 */
import { expect, test } from "vitest";
import schema from "../../../convex/schema.ts";
import { modules } from "../open-app.ts";

/** Text that people typed, and names of plans, time zones and other companies' products. */
const TYPED = [
  ...["name", "businessName", "queueName", "initials", "note"],
  ...["description", "phone"],
  // Texts to customers, and their templates.
  ...["body", "text"],
  // The audit log: names and codes before and after a change.
  ...["before", "after"],
  // Who did it, who is on a tablet, a chair and who works there ("Chair 2 · Sam"): names in the team.
  ...["by", "person", "place", "chair"],
  // Messages between owners and admins.
  ...["subject", "excerpt"],
  // The operator's words on /privacy and /terms.
  ...["address", "privacy", "terms"],
  // Text left by visitors.
  ...["firstName", "lastName", "productInterest", "role"],
  ...["annualRunRate", "message"],
];
/** Ids, keys, hashes, addresses and times of day. */
const SIGNS = [
  ...["email", "timezone", "logoUrl", "url", "start", "end", "day", "waiting"],
  "confirmUrl",
  ...["country", "currency", "number", "status", "pace"],
  // Of queues and tickets: "H", "H8".
  ...["letter", "ticket"],
  ...["publicKey", "grantedBy", "secret", "recoveryCodes"],
  ...["from", "toMasked", "sidLast4", "mailedTo"],
  // A tablet's pairing code.
  "code",
  // Figures of the engine, and its own report on its health for operators.
  ...["kind", "trouble"],
  // Names of our own jobs and crons.
  ...["job", "failingCrons"],
  // Short addresses.
  ...["slug", "current", "earlier"],
  // Which settings two windows have changed.
  "fields",
  // Cursors of paginated queries.
  ...["continueCursor", "splitCursor"],
];
const STORED_SIGNS = [
  ...["asker", "codeHash", "deviceHash", "secretHash", "key", "network"],
  ...["recoveryHashes", "pinHash"],
  ...["to", "occasion", "emailHash", "addressHash"],
  ...["endpoint", "p256dh", "auth", "receiptHash"],
  ...["turns", "googleId", "keyId", "nonce", "box", "stateHash", "verifier"],
  ...["stripeCustomerId", "subscriptionId", "priceId", "sessionId"],
  ...["successPath", "cancelPath", "eventId", "type"],
  ...["to", "sid", "month", "pairHash", "accountHash"],
  ...["keyId", "nonce", "box"],
  "nameKey",
];
/** Fields that only one table holds: visitors' text, the migration runner's for operators, and declared answers of functions. */
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

test("no public function can answer with a sentence", async () => {
  const found: string[] = [];
  for (const [file, load] of Object.entries(modules)) {
    // The library's own functions, which declare nothing.
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

test("no table can hold a sentence", () => {
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
