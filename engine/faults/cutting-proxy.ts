/** A TCP proxy that passes a mutation on and drops the connection when its answer comes back. */
import { connect, createServer, type Socket } from "node:net";
import { FrameReader, Opcode } from "../bench/wire/frames.ts";

export type CutAnswer = {
  /** The commit's timestamp. A replayed answer has the same one. */
  readonly ts: string;
  readonly result: unknown;
};

export type CuttingProxy = {
  readonly url: string;
  /** Swallowed answers, in order. */
  readonly cut: readonly CutAnswer[];
  /** While closed, connections are refused at once. */
  readonly setOpen: (open: boolean) => void;
  readonly close: () => Promise<void>;
};

/** A proxy in front of 127.0.0.1:`port` that swallows the first `cuts` answers of different commits. */
export async function openCuttingProxy(
  port: number,
  cuts: number,
): Promise<CuttingProxy> {
  const cut: CutAnswer[] = [];
  const sockets = new Set<Socket>();
  let open = true;
  const server = createServer((client) => {
    if (!open) return void client.destroy();
    const upstream = connect({ port, host: "127.0.0.1", noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    const look = answerFinder((answer) => {
      const replayed = cut.some(({ ts }) => ts === answer.ts);
      if (replayed || cut.length >= cuts) return false;
      cut.push(answer);
      return true;
    });
    upstream.on("data", (chunk: Buffer) => {
      // Nothing of a chunk with the answer reaches the client.
      if (look(chunk)) client.destroy();
      else client.write(chunk);
    });
  });
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const address = server.address();
  const own = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    setOpen: (value) => (open = value),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((down) => server.close(() => down()));
    },
  };
}

/** Reads the server's side of one connection. True for a chunk with an answer that `cuts` selects. */
function answerFinder(
  cuts: (answer: CutAnswer) => boolean,
): (chunk: Buffer) => boolean {
  let head: Buffer | null = Buffer.alloc(0);
  let found = false;
  const reader = new FrameReader((opcode, payload) => {
    if (opcode !== Opcode.text || found) return;
    const message = JSON.parse(payload.toString()) as {
      type: string;
      success: boolean;
    } & CutAnswer;
    if (message.type === "MutationResponse" && message.success)
      found = cuts(message);
  });
  return (chunk) => {
    if (head === null) reader.push(chunk);
    else {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return false;
      const rest = head.subarray(end + 4);
      head = null;
      reader.push(rest);
    }
    return found;
  };
}
