/** A WebSocket client on a plain TCP socket, without compression. The protocol above it is in sync-client.ts. */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { clientFrame, FrameReader, Opcode } from "./frames.ts";

export type RawSocketEvents = {
  /** One text message; the buffer is valid only during the call. */
  readonly onText: (payload: Buffer) => void;
  /** Called once, when the connection has ended. `why` is the server's close reason or the error. */
  readonly onClose?: (why: string) => void;
};

export class RawSocket {
  readonly #tcp: Socket;

  private constructor(tcp: Socket) {
    this.#tcp = tcp;
  }

  /** Opens `ws://127.0.0.1:<port><path>`. @throws Error when it is refused, ends early or the answer is not 101 */
  static open(
    port: number,
    path: string,
    events: RawSocketEvents,
    subprotocol?: string,
  ): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const tcp = connect({ port, host: "127.0.0.1", noDelay: true });
      let head: Buffer | null = Buffer.alloc(0);
      const unsaid = "no close frame";
      let why = unsaid;
      const reader = new FrameReader((opcode, payload) => {
        if (opcode === Opcode.text) events.onText(payload);
        else if (opcode === Opcode.ping)
          tcp.write(clientFrame(Opcode.pong, payload));
        else if (opcode === Opcode.close) {
          why = reasonOf(payload);
          tcp.end();
        }
      });
      tcp.on("connect", () =>
        tcp.write(upgradeRequest(port, path, subprotocol)),
      );
      tcp.on("data", (chunk: Buffer) => {
        if (head === null) return reader.push(chunk);
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const status = head.subarray(0, head.indexOf("\r\n")).toString();
        const rest = head.subarray(end + 4);
        head = null;
        if (!status.startsWith("HTTP/1.1 101")) {
          tcp.destroy();
          return reject(new Error(`${path} was not upgraded: ${status}`));
        }
        resolve(new RawSocket(tcp));
        if (rest.length > 0) reader.push(rest);
      });
      tcp.on("error", (error) => {
        // A server that has sent its reason may drop data that is still being sent.
        if (why === unsaid) why = error.message;
        reject(error);
      });
      tcp.on("close", () => {
        reject(new Error(`Port ${port} closed the connection.`));
        events.onClose?.(why);
      });
    });
  }

  get isOpen(): boolean {
    return this.#tcp.writable;
  }

  sendText(text: string): void {
    this.#tcp.write(clientFrame(Opcode.text, text));
  }

  /** Sends a frame built earlier with `clientFrame`. */
  sendFrame(frame: Buffer): void {
    this.#tcp.write(frame);
  }

  /** Sends a close frame and ends; the close event follows. */
  close(): void {
    if (!this.#tcp.writable) return;
    this.#tcp.end(clientFrame(Opcode.close, Buffer.from([0x03, 0xe8])));
  }

  /** Reads nothing more until `resume`. */
  pause(): void {
    this.#tcp.pause();
  }

  resume(): void {
    this.#tcp.resume();
  }

  /** Drops the connection without a close frame, as a dead phone does. */
  destroy(): void {
    this.#tcp.destroy();
  }
}

function reasonOf(payload: Buffer): string {
  if (payload.length < 2) return "a close frame without a code";
  return `${payload.readUInt16BE(0)} ${payload.toString("utf8", 2)}`;
}

const upgradeRequest = (
  port: number,
  path: string,
  subprotocol: string | undefined,
) =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    ...(subprotocol ? [`Sec-WebSocket-Protocol: ${subprotocol}`] : []),
    "\r\n",
  ].join("\r\n");
