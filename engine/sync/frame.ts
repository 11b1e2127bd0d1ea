/**
 * Builds WebSocket frames for the TCP socket: server to client, text, unfragmented, unmasked (RFC 6455 §5.2). `ws`
 * handles control frames, masking and everything incoming.
 */

const FIN_TEXT = 0x81;

/** One complete frame. It can be written to any number of sockets. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = FIN_TEXT;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeUIntBE(0, 2, 2);
    frame.writeUIntBE(length, 4, 6);
  }
  frame.write(text, header);
  return frame;
}
