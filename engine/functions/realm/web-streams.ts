/**
 * Streams of a realm: web-streams-polyfill, as in the backend, loaded inside the realm on demand. Node's own are not
 * available: their promises belong to another queue. Evaluated inside the realm, see host.ts.
 */
import type { RealmHost } from "./host.ts";

type Classes = Pick<
  typeof globalThis,
  | "ByteLengthQueuingStrategy"
  | "CountQueuingStrategy"
  | "ReadableByteStreamController"
  | "ReadableStream"
  | "ReadableStreamBYOBReader"
  | "ReadableStreamBYOBRequest"
  | "ReadableStreamDefaultController"
  | "ReadableStreamDefaultReader"
  | "TransformStream"
  | "TransformStreamDefaultController"
  | "WritableStream"
  | "WritableStreamDefaultController"
  | "WritableStreamDefaultWriter"
>;

export type RealmStreams = {
  readonly classes: () => Classes;
  readonly isReadable: (value: unknown) => value is ReadableStream;
};

export function setUpStreams(
  host: Pick<RealmHost, "loadStreams">,
): RealmStreams {
  let classes: Classes | undefined;
  const load = (): Classes => {
    if (classes === undefined) {
      const exports = {} as Classes;
      host.loadStreams()(exports, {});
      classes = exports;
    }
    return classes;
  };

  const NAMES: readonly (keyof Classes)[] = [
    "ByteLengthQueuingStrategy",
    "CountQueuingStrategy",
    "ReadableByteStreamController",
    "ReadableStream",
    "ReadableStreamBYOBReader",
    "ReadableStreamBYOBRequest",
    "ReadableStreamDefaultController",
    "ReadableStreamDefaultReader",
    "TransformStream",
    "TransformStreamDefaultController",
    "WritableStream",
    "WritableStreamDefaultController",
    "WritableStreamDefaultWriter",
  ];
  for (const name of NAMES)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      enumerable: false,
      get: () => load()[name],
      set: (value: unknown) =>
        Object.defineProperty(globalThis, name, {
          value,
          writable: true,
          configurable: true,
        }),
    });

  return {
    classes: load,
    // If nothing was loaded, there is no stream.
    isReadable: (value): value is ReadableStream =>
      classes !== undefined && value instanceof classes.ReadableStream,
  };
}
