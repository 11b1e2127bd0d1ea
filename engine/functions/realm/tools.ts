/** Helpers for the other functions of this folder. Evaluated inside the realm, see host.ts. */
import type { DomExceptionClass } from "./dom-exception.ts";
import type { RealmHost } from "./host.ts";

export type RealmTools = {
  readonly DOMException: DomExceptionClass;
  /** Defines a global that is not enumerable, like JavaScript's own. */
  readonly define: (name: string, value: unknown) => void;
  /** Converts an error of the host to one of this realm; returns anything else as it is. */
  readonly own: (error: unknown) => unknown;
  /** Calls the host and converts the errors it throws. */
  readonly guard: <T>(act: () => T) => T;
  /** A copy that belongs to this realm. */
  readonly ownBytes: (
    bytes: ArrayBuffer | ArrayBufferView,
  ) => Uint8Array<ArrayBuffer>;
  /**
   * Call before the host would describe the value in an error: the host would call the value's methods and pass them
   * its own functions.
   * @throws TypeError when it is not a Uint8Array.
   */
  readonly requireBytes: (value: unknown, what: string) => void;
  /** @throws TypeError with the backend's text. */
  readonly requireArguments: (
    given: number,
    wanted: number,
    where: string,
  ) => void;
};

export function createTools(
  host: Pick<RealmHost, "web">,
  DOMException: DomExceptionClass,
): RealmTools {
  const isHosts = (error: unknown): error is Error => {
    try {
      return error instanceof host.web.Error;
    } catch {
      // A proxy of user code that throws.
      return false;
    }
  };
  const own = (error: unknown): unknown => {
    if (!isHosts(error)) return error;
    const { name, message } = error;
    if (error instanceof host.web.DOMException)
      return new DOMException(message, name);
    if (name === "TypeError") return new TypeError(message);
    if (name === "RangeError") return new RangeError(message);
    const copy = new Error(message);
    // Errors of the engine for user code are plain errors in the realm.
    if (name !== "UserError") copy.name = name;
    return copy;
  };
  return {
    DOMException,
    own,
    define(name, value) {
      Object.defineProperty(globalThis, name, {
        value,
        writable: true,
        configurable: true,
        enumerable: false,
      });
    },
    guard(act) {
      try {
        return act();
      } catch (error) {
        throw own(error);
      }
    },
    ownBytes: (bytes) =>
      ArrayBuffer.isView(bytes)
        ? new Uint8Array(
            new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
          )
        : new Uint8Array(new Uint8Array(bytes)),
    requireBytes(value, what) {
      // `instanceof` alone can be faked by a prototype; `isView` cannot.
      if (!ArrayBuffer.isView(value) || !(value instanceof Uint8Array))
        throw new TypeError(`${what} is not of type 'Uint8Array'.`);
    },
    requireArguments(given, wanted, where) {
      if (given < wanted)
        throw new TypeError(
          `${where}: ${wanted} argument${wanted === 1 ? "" : "s"} required, but only ${given} present.`,
        );
    },
  };
}
