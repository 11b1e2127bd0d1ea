/** Sizes of values in bytes, as the backend counts them. */
import type { JsonValue } from "./json.ts";
import { type Kinded, kindOf } from "./kinds.ts";

/** Size as `getConvexSize` of convex/values counts it. Undefined counts 0. */
export function sizeOf(value: JsonValue | undefined): number {
  if (value === undefined) return 0;
  if (value === null || typeof value !== "object") return sizeOfPlain(value);
  const kinded = kindOf(value);
  switch (kinded.kind) {
    case "array": {
      let size = 2;
      for (const item of kinded.value) size += sizeOf(item);
      return size;
    }
    case "object": {
      let size = 2;
      for (const name of Object.keys(kinded.value))
        size += utf8Length(name) + 1 + sizeOf(kinded.value[name]);
      return size;
    }
    default:
      return sizeOfWrapped(kinded);
  }
}

export function sizeOfPlain(value: null | boolean | number | string): number {
  if (typeof value === "string") return 2 + utf8Length(value);
  return typeof value === "number" ? 9 : 1;
}

/** For a value that is an object in JSON only. */
export function sizeOfWrapped(kinded: Kinded): number {
  return kinded.kind === "bytes" ? 2 + kinded.value.length : 9;
}

/** Up to this length, checking each character is faster than asking Node. */
export const SHORT = 48;

function utf8Length(text: string): number {
  if (text.length > SHORT) return Buffer.byteLength(text);
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) > 0x7f) return Buffer.byteLength(text);
  return text.length;
}
