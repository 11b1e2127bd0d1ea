/**
 * One frame to one TCP socket in one call of the system, past the stream above it: that keeps a state and calls back for each
 * write, a tenth of what telling a crowd costs. The handle is private to Node; where it is not as expected, nothing is
 * written here and the stream does it. Counting what waits is connection.ts's.
 */
import type { Socket } from "node:net";

/** Carries a write until the system has taken it; one that was taken at once is used again. */
type WriteRequest = {
  /** Nobody else may hold on to the bytes meanwhile. */
  buffer: Buffer | null;
  oncomplete: ((status: number) => void) | null;
};

type Handle = {
  /** @returns 0 or the number of an error, with which nothing was written */
  writeBuffer(request: WriteRequest, frame: Buffer): number;
};

type StreamBinding = {
  readonly WriteWrap: new () => WriteRequest;
  /** What came of the last write. */
  readonly streamBaseState: ArrayLike<number>;
  readonly kLastWriteWasAsync: number;
};

const binding = findBinding();
let request = binding === null ? null : new binding.WriteWrap();

/**
 * Writes a frame to a socket in whose stream nothing waits.
 * @returns "no" when nothing was written: the stream may, and hears of errors. A promise when the system could not take all of
 * it yet: what is written later comes after it, and the promise resolves when it was taken or the socket is gone.
 */
export function writeDirectly(
  socket: Socket,
  frame: Buffer,
): "no" | "done" | Promise<void> {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  if (
    binding === null ||
    request === null ||
    !handle?.writeBuffer ||
    socket.writableLength > 0 ||
    socket.writableCorked > 0 ||
    !socket.writable
  )
    return "no";
  if (handle.writeBuffer(request, frame) !== 0) return "no";
  if (!binding.streamBaseState[binding.kLastWriteWasAsync]) return "done";
  const kept = request;
  request = new binding.WriteWrap();
  kept.buffer = frame;
  return new Promise((resolve) => {
    kept.oncomplete = (status) => {
      // Guard untested: a socket that cannot be written to hears so where it reads as well.
      if (status < 0) socket.destroy(new Error(`write failed with ${status}`));
      resolve();
    };
  });
}

function findBinding(): StreamBinding | null {
  const { binding: load } = process as {
    binding?: (name: string) => StreamBinding;
  };
  try {
    return load?.("stream_wrap") ?? null;
  } catch {
    return null;
  }
}
