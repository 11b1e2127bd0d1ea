import { expect, test } from "vitest";
import { importedValue } from "../../values/import-json.ts";
import { kindOf } from "../../values/kinds.ts";
import { UserError } from "../../values/user-error.ts";

const float = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return { $float: bytes.toString("base64") };
};

test.each([
  [float(1.5), "Float64 1.5 should be encoded as a number"],
  [float(0), "Float64 0 should be encoded as a number"],
  [{ $float: "AAAA" }, "Received 3 bytes, expected 8 for $float"],
  [{ $integer: "AAAA" }, "Received 3 bytes, expected 8 for $integer"],
  [{ $integer: "AAAAAAAAAAA" }, "Invalid base64 in $integer"],
  [{ $bytes: "AA=A" }, "Invalid base64 in $bytes"],
  [{ $bytes: "AB==" }, "Invalid base64 in $bytes"],
  [{ $bytes: "%%%%" }, "Invalid base64 in $bytes"],
])("[HT25] %j is no value", (value, text) =>
  expect(() => kindOf(value)).toThrow(new UserError(text)),
);

test.each([NaN, Infinity, -Infinity, -0])(
  "[VA1] %d is a float that JSON cannot write",
  (value) => {
    const found = kindOf(float(value));
    expect(found.kind).toBe("float64");
    expect(Object.is((found as { value: unknown }).value, value)).toBe(true);
  },
);

test("[SN14] numbers out of Convex's range are not imported", () => {
  for (const text of ["1e999", '{"a":[-1e999]}'])
    expect(() => importedValue(text, "float64")).toThrow(
      new UserError("number out of range"),
    );
});

test("[VA16] half a surrogate pair is not imported", () => {
  expect(() => importedValue('{"a":"\\ud83d"}', "int64")).toThrow(
    "lone leading surrogate",
  );
  expect(importedValue('"\\ud83d\\ude00"', "int64")).toBe("\ud83d\ude00");
});
