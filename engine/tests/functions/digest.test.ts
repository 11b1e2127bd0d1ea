import { expect, test } from "vitest";
import { digestAtOnce } from "../../functions/digest.ts";

const bytes = (length: number) => new Uint8Array(length).map((_, i) => i * 7);

test.each(["SHA-1", "sha-256", "SHA-384", "SHA-512"])(
  "%s of short inputs equals that of Web Crypto",
  async (algorithm) => {
    for (const data of [
      bytes(0),
      bytes(1024),
      bytes(40).subarray(3, 17),
      new DataView(bytes(40).buffer, 5, 20),
      new Uint16Array([1, 2, 40_000]),
    ]) {
      const expected = await crypto.subtle.digest(algorithm, data);
      const seen = Buffer.from(digestAtOnce(algorithm, data) ?? []);
      expect(seen).toEqual(Buffer.from(expected));
    }
  },
);

test("[FN11] long inputs, other forms and wrong arguments are left to Web Crypto", () => {
  expect(digestAtOnce("SHA-256", bytes(1025))).toBeNull();
  expect(digestAtOnce("SHA-256", bytes(8).buffer)).toBeNull();
  expect(
    digestAtOnce("SHA-256", new Uint8Array(new SharedArrayBuffer(8))),
  ).toBeNull();
  expect(digestAtOnce({ name: "SHA-256" }, bytes(8))).toBeNull();
  expect(digestAtOnce("MD5", bytes(8))).toBeNull();
  expect(digestAtOnce("SHA-256", "text")).toBeNull();
});
