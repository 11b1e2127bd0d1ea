import { expect, test } from "vitest";
import {
  BodyReceiver,
  BodySender,
  type BodyPart,
} from "../../functions/actions/body-channel.ts";
import { must } from "../../values/user-error.ts";

const WINDOW = 64 << 10;

/** `count` parts of 1 kB, each filled with its number and created on demand. */
function smallParts(count: number): ReadableStream<Uint8Array> {
  let made = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (made === count) controller.close();
        else controller.enqueue(new Uint8Array(1000).fill(made++));
      },
    },
    { highWaterMark: 0 },
  );
}

const tooLarge = (bytes: number) => new Error(`${bytes} are too many`);

/** Sends a stream to a receiver. Its messages arrive in other turns, as between threads. */
async function sent(stream: ReadableStream<Uint8Array>) {
  const sender = new BodySender(stream, tooLarge);
  const { start } = await sender.begin();
  const receiver = new BodyReceiver(start, (reply) =>
    setImmediate(() => sender.hear(reply)),
  );
  const parts: BodyPart[] = [];
  const ending = sender.send((part) => {
    parts.push(part);
    setImmediate(() => receiver.hear(part));
  });
  return { receiver, parts, ending };
}

test("[HT29] small parts are sent together, in order, in windows of 64 KiB", async () => {
  const count = 1000;
  const { receiver, parts, ending } = await sent(smallParts(count));
  const got = await new Response(receiver.stream).bytes();
  await ending;
  expect(got.length).toBe(count * 1000);
  expect(got.every((byte, at) => byte === (Math.floor(at / 1000) & 255))).toBe(
    true,
  );
  expect(parts.length).toBeLessThan((2 * count * 1000) / WINDOW);
});

test("[HT29] parts that are not read stay with the sender, except for one window", async () => {
  const { receiver, parts } = await sent(smallParts(1000));
  const reader = receiver.stream.getReader();
  const { value } = await reader.read();
  expect(value?.byteLength).toBeLessThan(WINDOW + 1000);
  for (let turn = 0; turn < 10; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  expect(parts).toEqual([]);
  await reader.read();
  const [first, ...more] = parts;
  expect(must(first, "it was read")).toMatchObject({ type: "part" });
  expect(more).toEqual([]);
  await reader.cancel();
});

test("[HT11] a body that grows too large in small parts breaks off", async () => {
  const { receiver, ending } = await sent(smallParts(21_000));
  ending.catch(() => receiver.break("too large"));
  await expect(new Response(receiver.stream).bytes()).rejects.toThrow();
  await expect(ending).rejects.toThrow("are too many");
});
