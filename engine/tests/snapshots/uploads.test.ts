import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Uploads } from "../../snapshots/upload.ts";

async function openUploads() {
  const folder = await mkdtemp(join(tmpdir(), "uploads-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const errors: unknown[] = [];
  const uploads = new Uploads(folder, (...error) => errors.push(error));
  const left = () => readdir(folder, { recursive: true });
  return { uploads, left, errors };
}

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Promise.resolve(Buffer.from(text));
}

async function* breakingOff(): AsyncGenerator<Buffer> {
  yield* chunks("half a p");
  throw new Error("aborted");
}

test("[SN21] parts come in any order and again, and the file has those named at the end", async () => {
  const { uploads, left } = await openUploads();
  const token = await uploads.start();
  await uploads.part(token, 3, chunks("c"));
  await uploads.part(token, 1, chunks("wrong, and longer"));
  await uploads.part(token, 2, chunks("left out"));
  await uploads.part(token, 1, chunks("a", "b"));
  await expect(uploads.finish(token, ["1", "4"])).rejects.toThrow(
    "not arrived",
  );
  await expect(uploads.finish(token, [])).rejects.toThrow("not arrived");
  await expect(uploads.finish(token, ["1", "1"])).rejects.toThrow(
    "named twice",
  );
  const [file, second] = await Promise.allSettled([
    uploads.finish(token, ["1", "3"]),
    uploads.finish(token, ["1", "3"]),
  ]);
  expect(second).toMatchObject({ reason: { code: "BadUpload" } });
  const path = file.status === "fulfilled" ? file.value : "";
  expect(await readFile(path, "utf8")).toBe("abc");
  expect(await left()).toEqual([`${token}.import`]);
});

test("[SN21] a part sent twice at once is one of the two, and one that breaks off is not there", async () => {
  const { uploads, left } = await openUploads();
  const token = await uploads.start();
  async function* slowly(): AsyncGenerator<Buffer> {
    yield Buffer.from("slow");
    await uploads.part(token, 1, chunks("quick and long"));
    yield Buffer.from("er");
  }
  await uploads.part(token, 1, slowly());
  await expect(uploads.part(token, 2, breakingOff())).rejects.toThrow(
    "aborted",
  );
  await expect(uploads.part(token, 1, breakingOff())).rejects.toThrow(
    "aborted",
  );
  expect(await left()).toEqual([token, join(token, "1")]);
  await expect(uploads.finish(token, ["1", "2"])).rejects.toThrow(
    "not arrived",
  );
  expect(await readFile(await uploads.finish(token, ["1"]), "utf8")).toBe(
    "slower",
  );
});

test("[SN21] an upload with a part on its way is not given up, however long it takes and how many others start", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { uploads, left, errors } = await openUploads();
  const slow = await uploads.start();
  const rest = Promise.withResolvers<Buffer>();
  async function* slowly(): AsyncGenerator<Buffer> {
    yield Buffer.from("slow");
    yield await rest.promise;
  }
  const part = uploads.part(slow, 1, slowly());
  const others: string[] = [];
  for (let n = 0; n < 4; n++) others.push(await uploads.start());
  expect(await left()).not.toContain(others[0]);
  const parts = others
    .slice(1)
    .map((token) => uploads.part(token, 1, slowly()));
  await expect(uploads.start()).rejects.toMatchObject({
    code: "TooManyUploads",
  });
  await vi.advanceTimersByTimeAsync(3 * 60 * 60_000);
  rest.resolve(Buffer.from("er"));
  await Promise.all([part, ...parts]);
  expect(await readFile(await uploads.finish(slow, ["1"]), "utf8")).toBe(
    "slower",
  );
  await vi.advanceTimersByTimeAsync(61 * 60_000);
  await vi.waitFor(async () =>
    expect(await left()).toEqual([`${slow}.import`]),
  );
  expect(errors).toEqual([]);
});

test("[SN21] an upload that gets nothing for an hour is given up, and so is the oldest of five", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { uploads, left, errors } = await openUploads();
  const tokens: string[] = [];
  for (let n = 0; n < 5; n++) tokens.push(await uploads.start());
  const [first = "", kept = ""] = tokens;
  await expect(uploads.part(first, 1, chunks("x"))).rejects.toThrow(
    "abandoned",
  );
  expect(await left()).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  await uploads.part(kept, 1, chunks("x"));
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  await vi.waitFor(async () =>
    expect(await left()).toEqual([kept, join(kept, "1")]),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(errors).toEqual([]);
});

test.each([0, -1, 1.5, NaN, 10_001])(
  "[SN21] the part number %d is refused",
  async (number) => {
    const { uploads } = await openUploads();
    const token = await uploads.start();
    await expect(
      uploads.part(token, number, chunks("x")),
    ).rejects.toMatchObject({ code: "BadUpload" });
  },
);
