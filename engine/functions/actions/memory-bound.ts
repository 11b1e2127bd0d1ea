/**
 * Limits this thread's memory outside the JavaScript heap: Blobs and buffers, which Node's worker limits do not count.
 * A Blob without room throws in its action; other excess ends the thread, which pool.ts replaces.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often memory is checked, ms. */
const PERIOD = 100;
/** Blobs below this size, bytes, are only checked periodically. */
const UNCHECKED = 64 * 1024;

/** The backend's message. @param limit bytes */
export function outOfMemoryText(limit: number): string {
  return `JavaScript execution ran out of memory (maximum memory usage: ${Math.round(limit / (1 << 20))} MB)`;
}

/** Replaces the globals that make Blobs, and starts the periodic check. @param limit bytes */
export function boundMemory(limit: number): void {
  setFlagsFromString("--expose-gc");
  // Unreachable Blobs count until garbage collection, which is not triggered by their size.
  const collect = runInNewContext("gc") as () => void;
  const exceeds = (bytes: number): boolean => {
    const isOver = () => process.memoryUsage().arrayBuffers + bytes > limit;
    if (!isOver()) return false;
    collect();
    return isOver();
  };
  const guarded = <T extends typeof Blob | typeof File>(original: T): T =>
    new Proxy(original, {
      construct(target, [given, ...rest]: unknown[], newTarget: T) {
        const parts = isIterable(given) ? [...given] : given;
        const bytes = Array.isArray(parts) ? sizeOf(parts) : 0;
        if (bytes > UNCHECKED && exceeds(bytes))
          throw new Error(outOfMemoryText(limit));
        return Reflect.construct(target, [parts, ...rest], newTarget) as Blob;
      },
    });
  globalThis.Blob = guarded(Blob);
  globalThis.File = guarded(File);
  setInterval(() => {
    if (exceeds(0)) throw new Error(outOfMemoryText(limit));
  }, PERIOD).unref();
}

/** Bytes that a Blob of these parts allocates; parts that are Blobs are shared. */
function sizeOf(parts: readonly unknown[]): number {
  let bytes = 0;
  for (const part of parts)
    if (typeof part === "string") bytes += Buffer.byteLength(part);
    else if (part instanceof ArrayBuffer || ArrayBuffer.isView(part))
      bytes += part.byteLength;
  return bytes;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return (
    typeof value === "object" && value !== null && Symbol.iterator in value
  );
}
