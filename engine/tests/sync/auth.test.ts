import { describe, expect, test, vi } from "vitest";
import {
  ADMIN_KEY,
  openSync,
  toyToken,
  type OpenSync,
  withClient,
} from "./open-sync.ts";
import { RawClient, queries } from "./raw-client.ts";

async function openToy(
  options: Parameters<typeof openSync>[0] = {},
): Promise<OpenSync> {
  const open = await openSync(options);
  open.engine
    .define("me", "Query", (c) => c.identity()?.subject ?? null)
    .define("same", "Query", () => "same")
    .define("n:get", "Query", (c) => c.get("n"))
    .define("touch", "Mutation", (c) => {
      c.put("n", 1);
      return null;
    })
    .define("hidden", "Query", () => "internal", true);
  return open;
}

const authenticate = (client: RawClient, baseVersion: number, value: string) =>
  client.send({ type: "Authenticate", baseVersion, tokenType: "User", value });

describe("signing in", () => {
  test("[SY14] a token is verified before the next message, and every query is answered for the new caller", async () => {
    const { client } = await withClient(openToy());
    client.modify(0, queries("me", "same"));
    await client.next("Transition");
    authenticate(client, 0, toyToken("ann"));
    client.modify(1, [[2, "me"]]);
    const signedIn = await client.next("Transition");
    expect(client.version).toMatchObject({ querySet: 2, identity: 1 });
    // Unchanged results are not sent again.
    expect(signedIn["modifications"]).toMatchObject([
      { queryId: 0, value: "ann" },
      { queryId: 2, value: "ann" },
    ]);
    expect(signedIn["clientClockSkew"]).toEqual(expect.any(Number));
    client.send({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
    await client.until(() => client.version.identity === 2);
    expect(client.results.get(0)).toBeNull();
  });

  test("[SY30] a flood of messages around a token is handled in order, over several turns", async () => {
    const addressOf = () => "198.51.100.1";
    const { client, engine } = await withClient(openToy({ addressOf }));
    client.modify(0, [[0, "me"]]);
    for (let i = 0; i < 50; i++) client.call("Mutation", i, "touch");
    authenticate(client, 0, toyToken("ann"));
    for (let i = 50; i < 100; i++) client.call("Mutation", i, "touch");
    client.modify(1, [[1, "me"]]);
    await client.until(() => client.results.get(1) === "ann");
    const answered = () =>
      client.messages.filter(({ type }) => type === "MutationResponse");
    await client.until(() => answered().length === 100);
    const answers = answered();
    expect(answers.map(({ requestId }) => requestId)).toEqual(
      answers.map((_, at) => at),
    );
    const callers = engine.calls.map(({ caller }) => caller.kind);
    expect(callers).toEqual([
      ...Array.from({ length: 50 }, () => "anonymous"),
      ...Array.from({ length: 50 }, () => "user"),
    ]);
  });

  test("[SY14] an anonymous client that stays anonymous is not looked up again", async () => {
    const { socketUrl, sync } = await openToy();
    const again = vi.spyOn(sync.subscriptions.cache, "rewatch");
    const client = await RawClient.open(socketUrl);
    client.modify(0, [[0, "me"]]);
    for (let at = 0; at < 50; at++) {
      client.send({ type: "Authenticate", baseVersion: at, tokenType: "None" });
    }
    await client.until(() => client.version.identity === 50);
    expect(again).not.toHaveBeenCalled();
    authenticate(client, 50, toyToken("ann"));
    await client.until(() => client.results.get(0) === "ann");
    expect(again).toHaveBeenCalledOnce();
  });

  test("[SY14] a second token of the same user changes only the version", async () => {
    const { client } = await withClient(openToy());
    authenticate(client, 0, toyToken("ann"));
    client.modify(0, [[0, "me"]]);
    await client.until(() => client.results.get(0) === "ann");
    const before = client.messages.length;
    authenticate(client, 1, toyToken("ann", Date.now() + 7_200_000));
    await client.until(() => client.version.identity === 2);
    const seen = client.messages.slice(before);
    expect(seen).toMatchObject([{ type: "Transition", modifications: [] }]);
  });

  test("[SY15] a refused token ends the socket with an AuthError about the update", async () => {
    const { client, engine } = await withClient(openToy());
    authenticate(client, 0, toyToken("ann"));
    await client.until(() => client.version.identity === 1);
    authenticate(client, 1, "no token");
    client.call("Mutation", 0, "touch");
    expect(await client.next("AuthError")).toEqual({
      type: "AuthError",
      error: "Could not parse as id token",
      baseVersion: 1,
      authUpdateAttempted: true,
    });
    expect((await client.untilClosed()).code).toBe(1000);
    expect(engine.calls).toEqual([]);
  });

  test("[AU17] a token that finds no place in its network's line is tried again, not refused", async () => {
    const { client } = await withClient(openToy());
    authenticate(client, 0, "too many");
    expect(await client.untilClosed()).toMatchObject({
      code: 1013,
      reason: "TooManyConcurrentRequests",
    });
    expect(client.messages).toEqual([]);
  });

  test("[SY15] a wrong base version is a FatalError", async () => {
    const { client } = await withClient(openToy());
    authenticate(client, 3, toyToken("ann"));
    expect((await client.next("FatalError"))["error"]).toBe(
      "Base version 3 passed up doesn't match the current version 0",
    );
  });

  test("[SY16] a socket whose token has expired gets no mutation and no result any more", async () => {
    const { socketUrl, engine } = await openToy();
    const expired = Date.now() - 1;
    const writer = await RawClient.open(socketUrl);
    const reader = await RawClient.open(socketUrl);
    for (const client of [writer, reader]) {
      client.modify(0, [[0, "n:get"]]);
      await client.next("Transition");
      authenticate(client, 0, toyToken("ann", expired));
    }
    writer.call("Mutation", 0, "touch");
    engine.commit({ n: 1 });
    for (const client of [writer, reader]) {
      expect(await client.next("AuthError")).toEqual({
        type: "AuthError",
        error: "Convex token identity expired",
        baseVersion: 0,
        authUpdateAttempted: false,
      });
      await client.untilClosed();
      expect(client.results.get(0)).toBeNull();
    }
    expect(engine.calls).toEqual([]);
  });

  test("[SY16] a token that expires while idle is noticed by the next mutation or action, which does not run", async () => {
    const { socketUrl, engine } = await openToy();
    engine.define("act", "Action", () => null);
    const requests = [
      { type: "Mutation", requestId: 0, udfPath: "touch", args: [{}] },
      { type: "Action", requestId: 0, udfPath: "act", args: [{}] },
    ];
    try {
      for (const request of requests) {
        vi.useFakeTimers({ toFake: ["Date"] });
        const client = await RawClient.open(socketUrl);
        authenticate(client, 0, toyToken("ann", Date.now() + 1000));
        await client.until(() => client.version.identity === 1);
        vi.setSystemTime(Date.now() + 1000);
        client.send(request);
        expect(await client.next("AuthError")).toMatchObject({
          error: "Convex token identity expired",
          authUpdateAttempted: false,
        });
        await client.untilClosed();
      }
    } finally {
      vi.useRealTimers();
    }
    expect(engine.calls).toEqual([]);
  });
});

test("[SY17] administrators: may see internal functions, and act as a user", async () => {
  const { client } = await withClient(openToy());
  client.send({
    type: "Authenticate",
    baseVersion: 0,
    tokenType: "Admin",
    value: ADMIN_KEY,
    acting_as: { subject: "bob", issuer: "https://toy.test" },
  });
  client.modify(0, queries("hidden", "me"));
  await client.until(() => client.results.has(1));
  expect(client.results.get(0)).toBe("internal");
  expect(client.results.get(1)).toBe("bob");
});

test("[SY17] administrators: a wrong key is refused", async () => {
  const { client } = await withClient(openToy());
  client.send({
    type: "Authenticate",
    baseVersion: 0,
    tokenType: "Admin",
    value: `${ADMIN_KEY}0`,
  });
  expect(await client.next("AuthError")).toMatchObject({
    error: "The provided admin key was invalid for this instance",
    authUpdateAttempted: true,
  });
});
