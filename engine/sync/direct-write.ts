/**
 * Writes one frame to one TCP socket with one system call. It bypasses the stream, which costs a tenth of a fan-out.
 * The handle is private to Node; if it is not as expected, the stream is used.
 */
import type { Socket } from "node:net";

/** Holds a write until the system has taken it; reused if it completed at once. */
type WriteRequest = {
  /** Keeps the bytes alive until the write has completed. */
  buffer: Buffer | null;
  oncomplete: ((status: number) => void) | null;
};

type Handle = {
  /** @returns 0, or an error number when nothing was written */
  writeBuffer(request: WriteRequest, frame: Buffer): number;
};

type StreamBinding = {
  readonly WriteWrap: new () => WriteRequest;
  /** Result of the last write. */
  readonly streamBaseState: ArrayLike<number>;
  readonly kLastWriteWasAsync: number;
};

const binding = findBinding();
let request = binding === null ? null : new binding.WriteWrap();

/**
 * Writes a frame to a socket whose stream is empty.
 * @returns "no" when nothing was written: use the stream, which reports errors. A promise when the system took only
 * part of it: later writes come after it. It resolves when the frame was taken or the socket is gone.
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
      // Guard untested: a socket that cannot be written to also fails on its reading side.
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
