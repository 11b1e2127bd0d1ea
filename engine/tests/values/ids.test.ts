import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeId,
  documentKey,
  idRangeOf,
  newId,
  sharedNumber,
  shownNumber,
} from "../../values/ids.ts";

/** Ids made by a Convex deployment, from the public documentation and tests of the backend, with their table numbers. */
const REAL_IDS = [
  ["k570e9j5cj1t5gf0zwf3tq3vkawxhqr0", 10_009],
  ["m57068j1c1zsxfewzcd3jp3qjttx99vg", 10_017],
  ["nx70paj9d23tdhf40ch42r3zktyxrddc", 10_031],
  ["kg204m40v9m1bmkthp86n486mh85s0rc", 540],
] as const;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Bytes with their checksum in the id format, valid or not. */
function spelled(bytes: readonly number[]): string {
  let low = 0;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 256;
    high = (high + low) % 256;
  }
  const bits = [...bytes, low, high]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  const digits = bits.match(/.{1,5}/g) ?? [];
  return digits
    .map((digit) => ALPHABET[parseInt(digit.padEnd(5, "0"), 2)])
    .join("");
}

const tableNumber = fc.oneof(
  fc.integer({ min: 1, max: 0xffff_ffff }),
  fc.constantFrom(1, 127, 128, 10_001, 16_383, 16_384, 0xffff_ffff),
);

describe("ids", () => {
  test.each(REAL_IDS)("[VA5] Convex's own id %s is of table %i", (id, table) =>
    expect(decodeId(id)).toEqual({ table }),
  );

  test("[VA5] an id gives back its table number, and each one is different", () =>
    fc.assert(
      fc.property(tableNumber, (table) => {
        const id = newId(table);
        expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{31,37}$/);
        expect(decodeId(id)).toEqual({ table });
        expect(newId(table)).not.toBe(id);
      }),
    ));

  test("[VA15] tables that share a number show it in their ids, and their documents stay apart", () =>
    fc.assert(
      fc.property(
        tableNumber,
        fc.integer({ min: 1, max: 99 }),
        (shown, nth) => {
          const table = sharedNumber(shown, nth);
          expect(shownNumber(table)).toBe(shown);
          expect(sharedNumber(shown, 0)).toBe(shownNumber(shown));
          const id = newId(table);
          expect(decodeId(id)).toEqual({ table: shown });
          expect(idRangeOf(table)).toEqual(idRangeOf(shown));
          const others = [shown, sharedNumber(shown, nth + 1)];
          const keys = [table, ...others].map((one) => documentKey(one, id));
          expect(new Set(keys).size).toBe(3);
          expect(documentKey(shown, id)).toBe(id);
        },
      ),
    ));

  test("[VA5] ids of user tables have 32 characters", () =>
    expect(newId(10_001)).toHaveLength(32));

  test("[VA5] an id with one changed character is invalid", () => {
    const id = newId(10_001);
    fc.assert(
      fc.property(
        fc.nat(id.length - 1),
        fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz"),
        (at, char) => {
          fc.pre(id[at] !== char);
          expect(
            decodeId(id.slice(0, at) + char + id.slice(at + 1)),
          ).toBeNull();
        },
      ),
    );
  });

  test("[VA5] an id has only one valid spelling", () => {
    const rest = Array.from({ length: 16 }, (_, i) => i * 15);
    const good = spelled([1, ...rest]);
    expect(decodeId(good)).toEqual({ table: 1 });
    // A number with a zero at its end, one too large, one with too many bytes, zero, and one byte too few. Below:
    // padding that is not zero, one digit more.
    for (const bytes of [
      [0x81, 0x00, ...rest],
      [0xff, 0xff, 0xff, 0xff, 0x10, ...rest],
      [0x81, 0x80, 0x80, 0x80, 0x80, ...rest],
      [0, ...rest],
      rest,
    ])
      expect(decodeId(spelled(bytes))).toBeNull();
    const last = ALPHABET.indexOf(good.at(-1) ?? "");
    expect(decodeId(good.slice(0, -1) + ALPHABET[last ^ 1])).toBeNull();
    expect(decodeId(`${good}0`)).toBeNull();
  });

  test.each([
    "",
    "k570e9j5cj1t5gf0zwf3tq3vkawxhqr",
    "K570E9J5CJ1T5GF0ZWF3TQ3VKAWXHQR0",
    "k570e9j5cj1t5gf0zwf3tq3vkawxhqro",
    `k570e9j5cj1t5gf0zwf3tq3vkawxhqr0${"0".repeat(10_000)}`,
    "00000000000000000000000000000000",
    "\u{1f600}".repeat(16),
  ])("[VA5] %j is no id", (text) => expect(decodeId(text)).toBeNull());

  test("[VA6] the interval of a table's ids holds all of them and none of another table's", () => {
    fc.assert(
      fc.property(tableNumber, tableNumber, (table, other) => {
        const { lower, upper } = idRangeOf(table);
        const id = newId(other);
        expect(lower <= id && id < upper).toBe(table === other);
      }),
      { numRuns: 2000 },
    );
    const { lower, upper } = idRangeOf(10_001);
    const ids = Array.from({ length: 1000 }, () => newId(10_001));
    expect(ids.every((id) => lower <= id && id < upper)).toBe(true);
  });
});
