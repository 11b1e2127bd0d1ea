import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyOf, openFiles, tokenOf, type OpenFiles } from "./open-files.ts";

let open: OpenFiles;
beforeEach(async () => {
  open = await openFiles();
});
afterEach(async () => {
  expect(open.errors).toEqual([]);
  await open.close();
});

async function* chunksOf(content: string) {
  yield await Promise.resolve(Buffer.from(content));
}

const sha256 = (content: string) =>
  createHash("sha256").update(content).digest();

async function read(key: string, range?: string) {
  const { status, headers, open: begin } = open.files.serve(key, range);
  return { status, headers, body: begin === null ? null : await text(begin()) };
}

test("[FI1] an uploaded file is served by its key with type, length, digest and cache headers", async () => {
  const content = "hello ".repeat(100);
  const id = await open.upload(content, { type: "image/png" });
  const url = open.urlOf(id);
  expect(url).toMatch(
    /^http:\/\/localhost:3210\/api\/storage\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  );
  expect(url).not.toContain(id);
  expect(await read(keyOf(url))).toEqual({
    status: 200,
    body: content,
    headers: {
      "Content-Type": "image/png",
      "Content-Length": "600",
      Digest: `sha-256=${sha256(content).toString("base64")}`,
      "Cache-Control": "private, max-age=2592000",
      "Accept-Ranges": "bytes",
      "X-Content-Type-Options": "nosniff",
      "Content-Disposition": "inline",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
});

test("[FI5] only valid keys become paths: files outside the folder and unfinished ones are not read, replaced or removed", async () => {
  const { contents, path, filesPath } = open;
  const near = randomUUID();
  await writeFile(join(path, "outside"), "mine");
  await writeFile(join(filesPath, `${near}.partial`), "unfinished");
  for (const key of [
    "../outside",
    `${near}.partial`,
    `${near}/../../outside`,
    join(path, "outside"),
    near.toUpperCase(),
    `${near}\0`,
    "..",
    ".",
    "",
  ]) {
    const refusal = `not a file key: ${key}`;
    expect(() => contents.read(key), key).toThrow(refusal);
    await expect(contents.readAll(key), key).rejects.toThrow(refusal);
    await expect(contents.remove(key), key).rejects.toThrow(refusal);
    const draft = await contents.write(chunksOf("theirs"), 10, Error);
    await expect(draft.keep(key), key).rejects.toThrow(refusal);
  }
  expect(await readFile(join(path, "outside"), "utf8")).toBe("mine");
  expect(await readdir(filesPath)).toEqual([`${near}.partial`]);
});

test("[FI2] metadata has the digest in hexadecimal; a file that does not exist has neither metadata nor URL", async () => {
  const id = await open.upload("abc", { type: "text/plain" });
  const transaction = open.database.begin();
  expect(open.own.getMetadata(transaction, id)).toEqual({
    storageId: id,
    sha256: sha256("abc").toString("hex"),
    size: 3,
    contentType: "text/plain",
  });
  await open.delete(id);
  expect(open.own.getMetadata(open.database.begin(), id)).toBeNull();
  expect(open.urlOf(id)).toBeNull();
});

test("[FI3] any range of an empty file returns all of it with status 200", async () => {
  const key = keyOf(open.urlOf(await open.upload("")));
  for (const range of ["bytes=0-", "bytes=0-5", "bytes=-1"])
    expect(await read(key, range)).toMatchObject({ status: 200 });
});

test("[FI3] one range is answered 206; one outside the file, or several, 416", async () => {
  const key = keyOf(open.urlOf(await open.upload("0123456789")));
  const cases: [string, number, string | null, string | undefined][] = [
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=10-", 416, null, "bytes */10"],
    ["bytes=5-4", 416, null, "bytes */10"],
    ["bytes=-0", 416, null, "bytes */10"],
    ["bytes=0-1,3-4", 416, null, "bytes */10"],
    ["lines=1-2", 200, "0123456789", undefined],
  ];
  for (const [range, status, body, contentRange] of cases) {
    const answer = await read(key, range);
    expect([range, answer.status, answer.body]).toEqual([range, status, body]);
    expect(answer.headers["Content-Range"]).toBe(contentRange);
  }
});

test("[FI4] a file that could run in a page is served as a download and not cached", async () => {
  const asServed = async (type: string | undefined) => {
    const id = await open.upload("<svg/>", type === undefined ? {} : { type });
    const { headers } = open.files.serve(keyOf(open.urlOf(id)), undefined);
    return [headers["Content-Disposition"], headers["Cache-Control"]];
  };
  for (const type of [
    "image/svg+xml",
    "text/html",
    "TEXT/HTML; charset=utf-8",
    "application/xhtml+xml",
    "application/pdf",
    "application/zip",
    "text/javascript",
    undefined,
  ])
    expect(await asServed(type), type).toEqual(["attachment", "no-store"]);
  for (const type of ["image/jpeg", "text/plain;charset=utf-8", "video/mp4"])
    expect(await asServed(type), type).toEqual([
      "inline",
      "private, max-age=2592000",
    ]);
});

test("[FI5] a malformed key is answered 400, an unknown one 404", () => {
  for (const key of [
    "../engine.sqlite",
    "..%2f",
    "",
    "ABC",
    `${"0".repeat(36)}`,
  ])
    expect(() => open.files.serve(key, undefined)).toThrow(
      expect.objectContaining({ status: 400, code: "InvalidStoragePath" }),
    );
  expect(() =>
    open.files.serve("00000000-0000-4000-8000-000000000000", undefined),
  ).toThrow(expect.objectContaining({ status: 404 }));
});

test("[FI6] an upload token is valid for an hour and only unaltered", async () => {
  const token = tokenOf(open.own.generateUploadUrl());
  const forged = Buffer.from(token, "base64url");
  forged[20] = (forged[20] ?? 0) ^ 1;
  for (const bad of ["", "x", forged.toString("base64url")])
    await expect(open.upload("a", { token: bad })).rejects.toMatchObject({
      status: 401,
      code: "StorageTokenInvalid",
    });
  open.clock.now += 3_600_000 - 1;
  await expect(open.upload("a", { token })).resolves.toBeTypeOf("string");
  open.clock.now += 1;
  await expect(open.upload("a", { token })).rejects.toMatchObject({
    code: "StorageTokenExpired",
  });
});

test("[FI7] a token stores one file: the same content again returns the first id, other content is refused", async () => {
  const token = tokenOf(open.own.generateUploadUrl());
  const id = await open.upload("first", { token });
  await expect(open.upload("first", { token })).resolves.toBe(id);
  for (const other of ["First", "first and more", ""])
    await expect(open.upload(other, { token })).rejects.toMatchObject({
      status: 400,
      code: "UploadUrlUsed",
    });
  expect(await readdir(open.filesPath)).toHaveLength(1);
});

/** An upload that stops after its first bytes. */
function halfway(token = tokenOf(open.own.generateUploadUrl())) {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  async function* body() {
    yield Buffer.from("half ");
    begun.resolve();
    await gate.promise;
    yield Buffer.from("whole");
  }
  const upload = { token, contentType: null, digest: null, body: body() };
  const done = open.files.receive(upload);
  done.catch(() => undefined);
  return { done, begun: begun.promise, goOn: gate.resolve, fail: gate.reject };
}

test("[FI7] concurrent uploads with one token store one file; those with the same content get its id", async () => {
  for (let round = 0; round < 5; round++) {
    const token = tokenOf(open.own.generateUploadUrl());
    const texts = ["one", "other", "one", "other"];
    const ends = await Promise.allSettled(
      texts.map((text) => open.upload(text, { token })),
    );
    const stored = ends.flatMap((end) =>
      end.status === "fulfilled" ? [end.value] : [],
    );
    expect(stored).toHaveLength(2);
    expect(new Set(stored).size).toBe(1);
    for (const end of ends)
      if (end.status === "rejected")
        expect(end.reason).toMatchObject({ code: "UploadUrlUsed" });
    const [id = ""] = stored;
    const first = texts[ends.findIndex(({ status }) => status === "fulfilled")];
    expect((await read(keyOf(open.urlOf(id)))).body).toBe(first);
    expect(await readdir(open.filesPath)).toHaveLength(round + 1);
  }
});

test("[FI6] an upload that starts in time may finish after the hour", async () => {
  const token = tokenOf(open.own.generateUploadUrl());
  const { done, begun, goOn } = halfway(token);
  await begun;
  open.clock.now += 3_600_000;
  goOn();
  const id = await done;
  expect((await read(keyOf(open.urlOf(id)))).body).toBe("half whole");
  await expect(open.upload("half whole", { token })).rejects.toMatchObject({
    code: "StorageTokenExpired",
  });
});

test("[FI8] an upload that breaks off or whose row is refused leaves nothing, and its URL stays valid", async () => {
  const token = tokenOf(open.own.generateUploadUrl());
  const { done, begun, fail } = halfway(token);
  await begun;
  fail(new Error("gone"));
  await expect(done).rejects.toThrow("gone");
  expect(await readdir(open.filesPath)).toEqual([]);
  const full = new Error("the disk is full");
  vi.spyOn(open.database, "runMutation").mockRejectedValueOnce(full);
  await expect(open.upload("text", { token })).rejects.toThrow(full);
  await open.delete(await open.upload("other"));
  await open.sweeper.idle();
  expect(await readdir(open.filesPath)).toEqual([]);
  await expect(open.upload("text", { token })).resolves.toBeTypeOf("string");
});

test("[FI8] a stop waits for uploads in progress", async () => {
  const { done, begun, goOn } = halfway();
  await begun;
  const stopped = open.files.stop().then(() => readdir(open.filesPath));
  goOn();
  const [names, id] = [await stopped, await done];
  expect(names).toEqual([keyOf(open.urlOf(id))]);
});

test("[FI8] an upload with a wrong or malformed digest or too many bytes leaves no file", async () => {
  const right = sha256("abc").toString("base64");
  await expect(
    open.upload("abc", { digest: `sha-256=${right}` }),
  ).resolves.toBeTypeOf("string");
  await expect(
    open.upload("abd", { digest: `sha-256=${right}` }),
  ).rejects.toMatchObject({ status: 400, code: "BadDigest" });
  await expect(open.upload("abc", { digest: "md5=x" })).rejects.toMatchObject({
    status: 400,
    code: "BadHeader",
  });
  await expect(open.upload("x".repeat(1001))).rejects.toMatchObject({
    status: 413,
  });
  expect(await readdir(open.filesPath)).toHaveLength(1);
});

test("[FI9] actions store and load blobs and may demand a digest", async () => {
  const content = Buffer.from("from an action");
  const digest = sha256("from an action").toString("base64");
  const file = { content, contentType: "text/plain" };
  const id = await open.own.store(file, digest);
  expect(await open.own.load(id, 14)).toEqual(file);
  await expect(open.own.load(id, 13)).rejects.toThrow(
    "The file is too large for an action (14 B > maximum size 13 B)",
  );
  await expect(
    open.own.store(file, sha256("x").toString("base64")),
  ).rejects.toThrow("Sha256 mismatch");
  await open.delete(id);
  expect(await open.own.load(id, 100)).toBeNull();
});

test("[FI10] a deleted file disappears from tables and then from the disk; a rolled-back deletion keeps it", async () => {
  const kept = await open.upload("kept");
  const gone = await open.upload("gone");
  const key = keyOf(open.urlOf(kept));
  await expect(
    open.database.runMutation((transaction) => {
      open.own.delete(transaction, kept);
      throw new Error("the mutation fails after its deletion");
    }),
  ).rejects.toThrow("the mutation fails");
  await open.delete(gone);
  await open.sweeper.idle();
  expect(await readdir(open.filesPath)).toEqual([key]);
  expect((await read(key)).body).toBe("kept");
  await expect(open.delete(gone)).rejects.toThrow("not found");
});

test("[FI11] a start removes unfinished uploads and files without a row, and keeps the others", async () => {
  const id = await open.upload("kept");
  const key = keyOf(open.urlOf(id));
  await open.close({ keep: true });
  const orphan = "11111111-1111-4111-8111-111111111111";
  await writeFile(join(open.filesPath, orphan), "orphan");
  await writeFile(join(open.filesPath, `${orphan}.partial`), "half");
  open = await openFiles(open.path);
  await open.sweeper.idle();
  expect(await readdir(open.filesPath)).toEqual([key]);
  expect((await read(key)).body).toBe("kept");
});

test("[FI11] a file that cannot be removed is reported and does not stop the removal of others", async () => {
  await open.close({ keep: true });
  const name = (nth: number) =>
    `11111111-1111-4111-8111-${String(nth).padStart(12, "0")}`;
  const stuck = Array.from({ length: 5 }, (_, nth) => name(nth));
  for (const one of stuck) await mkdir(join(open.filesPath, one));
  for (let nth = 5; nth < 40; nth += 1)
    await writeFile(join(open.filesPath, name(nth)), "orphan");
  open = await openFiles(open.path);
  await open.sweeper.idle();
  expect((await readdir(open.filesPath)).sort()).toEqual(stuck);
  expect(open.errors.splice(0)).toHaveLength(5);
});

test("[FI12] stored files are readable by their owner only", async () => {
  const key = keyOf(open.urlOf(await open.upload("secret")));
  const { mode } = await stat(join(open.filesPath, key));
  expect(mode & 0o077).toBe(0);
});
