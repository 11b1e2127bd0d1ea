/** Shared by the parsers of picture formats. */

/** A picture that is complete from its first byte to its last. */
export type Walked = {
  /** The largest of its frames, in pixels. */
  width: number;
  height: number;
  frames: number;
  /** The parts needed to draw it, in order: no place, camera, comment or thumbnail. */
  parts: Uint8Array[];
};

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Bytes as text, one character each. */
export function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
