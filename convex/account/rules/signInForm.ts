/** The fields of our sign-in forms. */
const FIELDS = [
  ...["flow", "email", "password", "newPassword", "businessName", "timezone"],
  ...["device", "code", "secondCode", "invitation"],
];
/** Characters read per field; each field's own limit is lower. */
const MAX_FIELD = 1024;

export type Form = Record<string, string>;

/** Drops everything else. Cutting may leave half of a character, which no function takes. */
export function formOf(params: object): Form {
  const given = Object.entries(params).filter(
    (entry): entry is [string, string] =>
      FIELDS.includes(entry[0]) && typeof entry[1] === "string",
  );
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      value.slice(0, MAX_FIELD).toWellFormed(),
    ]),
  );
}
