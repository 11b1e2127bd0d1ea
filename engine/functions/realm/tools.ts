/** What the other functions of this folder have in common. Evaluated inside the realm, see host.ts. */
import type { DomExceptionClass } from "./dom-exception.ts";
import type { RealmHost } from "./host.ts";

export type RealmTools = {
  readonly DOMException: DomExceptionClass;
  /** Makes a global as JavaScript's own are: not enumerable. */
  readonly define: (name: string, value: unknown) => void;
  /** An error of the host as one of this realm; everything else as it is. */
  readonly own: (error: unknown) => unknown;
  /** Calls something of the host; what that throws is the realm's own. */
  readonly guard: <T>(act: () => T) => T;
  /** A copy that belongs to this realm. */
  readonly ownBytes: (
    bytes: ArrayBuffer | ArrayBufferView,
  ) => Uint8Array<ArrayBuffer>;
  /**
   * For what the host would describe in its error, since it asks objects for that, and hands them functions of its own.
   * @throws TypeError when it is no Uint8Array.
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
      // A proxy of the code's own, which throws when it is asked.
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
    // An error of the engine's that is meant for user code is a plain one there.
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
      // Only a view is one for sure, whatever its prototype.
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
