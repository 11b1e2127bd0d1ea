import { describe, expect, test } from "vitest";
import type { Caller } from "../../functions/function-types.ts";
import type { SystemQuery } from "../../reactivity/system-queries.ts";
import { ANONYMOUS, Recorder, settle, valueOf } from "./recorder.ts";

function user(subject: string): Caller {
  const issuer = "https://toy.test";
  const tokenIdentifier = `${issuer}|${subject}`;
  return {
    kind: "user",
    identity: { subject, issuer, tokenIdentifier },
    expiresAt: Number.MAX_SAFE_INTEGER,
  };
}

describe("sharing", () => {
  test("[RE3] watchers with the same request share one query, which runs once", async () => {
    const toy = new Recorder();
    toy.engine.define("q:get", "Query", (c) => c.get("n"));
    const watchers = [1, 2, 3].map(() => toy.watch("q:get", { a: 1 }));
    toy.watch("q:get", { a: 2 });
    await toy.until(() => toy.published.length === 2);
    expect(new Set(watchers.map((w) => w.query)).size).toBe(1);
    expect(toy.engine.runs.get("q:get")).toBe(2);
  });

  test("[RE3] a query without watchers is forgotten, and commits do not run it", async () => {
    const toy = new Recorder();
    toy.engine.define("q:get", "Query", (c) => c.get("n"));
    const watcher = toy.watch("q:get");
    await toy.until(() => toy.published.length === 1);
    toy.subscriptions.cache.unwatch(watcher);
    toy.engine.commit({ n: 1 });
    await settle();
    expect(toy.subscriptions.cache.size).toBe(0);
    expect(toy.engine.runs.get("q:get")).toBe(1);
  });

  test("[RE4] a result that depends on the caller is shared only within one identity", async () => {
    const toy = new Recorder();
    toy.engine.define("q:me", "Query", (c) => c.identity()?.subject ?? null);
    const ann = toy.watch("q:me", {}, user("ann"));
    const annAgain = toy.watch("q:me", {}, user("ann"));
    const bob = toy.watch("q:me", {}, user("bob"));
    const nobody = toy.watch("q:me");
    await toy.until(() => toy.published.length >= 3);
    expect(valueOf(ann.query)).toBe("ann");
    expect(annAgain.query).toBe(ann.query);
    expect(valueOf(bob.query)).toBe("bob");
    expect(valueOf(nobody.query)).toBeNull();
  });

  test("[RE4] when a shared result begins to depend on the caller, each caller gets a separate one", async () => {
    const toy = new Recorder();
    toy.engine.define("q:maybe", "Query", (c) =>
      c.get("personal") === true ? (c.identity()?.subject ?? null) : "same",
    );
    const ann = toy.watch("q:maybe", {}, user("ann"));
    const bob = toy.watch("q:maybe", {}, user("bob"));
    await toy.until(() => toy.published.length === 1);
    expect(bob.query).toBe(ann.query);
    toy.engine.commit({ personal: true });
    await toy.until(() => toy.published.length >= 3);
    expect(valueOf(ann.query)).toBe("ann");
    expect(valueOf(bob.query)).toBe("bob");
  });

  test("[RE4] a page opened by several joins no query that is bound to one of them, even where it read no identity last", async () => {
    const toy = new Recorder();
    toy.engine.define("q:page", "Query", (c) => {
      const page = c.page("k", 2);
      const isPersonal = c.get("personal") === true;
      return isPersonal ? [c.identity()?.subject ?? null] : page;
    });
    toy.engine.commit({ personal: true, k1: 1, k2: 2, k3: 3 });
    const ann = toy.watch("q:page", {}, user("ann"));
    await settle();
    expect(valueOf(ann.query)).toEqual(["ann"]);
    toy.engine.commit({ personal: false });
    await settle();
    toy.watch("q:page", {}, user("bob"));
    await settle();
    toy.engine.commit({ k1: 2 });
    await settle();
    const again = ["ann", "bob"].map((name) =>
      toy.watch("q:page", {}, user(name)),
    );
    await settle();
    toy.engine.commit({ personal: true });
    await settle();
    expect(again.map(({ query }) => valueOf(query))).toEqual([
      ["ann"],
      ["bob"],
    ]);
  });

  test("[RE4] a result for an administrator is never shared with others", async () => {
    const toy = new Recorder();
    toy.engine.define("q:secret", "Query", () => "secret", true);
    const admin = toy.watch("q:secret", {}, { kind: "admin" });
    await toy.until(() => toy.published.length === 1);
    const anonymous = toy.watch("q:secret");
    await toy.until(() => toy.published.length === 2);
    expect(valueOf(admin.query)).toBe("secret");
    expect(valueOf(anonymous.query)).toBe(
      "Could not find public function for 'q:secret'.",
    );
  });
});

describe("rounds", () => {
  test("[RE5] a commit runs only the queries it touches, and several commits at once run each only once", async () => {
    const toy = new Recorder();
    toy.engine.define("q:get", "Query", (c, { key }) => c.get(String(key)));
    toy.engine.define("q:list", "Query", (c) =>
      c.range("k", "l").map(([, value]) => value),
    );
    toy.watch("q:get", { key: "other" });
    toy.watch("q:list");
    await toy.until(() => toy.published.length === 2);
    toy.engine.runs.clear();
    for (let n = 1; n <= 5; n++) toy.engine.commit({ [`k${n}`]: n });
    await toy.until(() => toy.published.length === 3);
    await settle();
    expect(Object.fromEntries(toy.engine.runs)).toEqual({ "q:list": 1 });
    expect(toy.published.at(-1)?.value).toEqual([1, 2, 3, 4, 5]);
  });

  test("[RE6] nothing is published before it is on disk", async () => {
    const toy = new Recorder();
    toy.engine.define("q:get", "Query", (c) => c.get("n"));
    toy.watch("q:get");
    await toy.until(() => toy.published.length === 1);
    toy.engine.diskHeld = true;
    toy.engine.commit({ n: 1 });
    await settle();
    expect(toy.published).toHaveLength(1);
    toy.watch("q:get", { another: true });
    await settle();
    expect(toy.published).toHaveLength(1);
    toy.engine.releaseDisk();
    await toy.until(() => toy.published.length === 3);
    expect(toy.published.slice(1).map(({ value }) => value)).toEqual([1, 1]);
  });

  test("[RE7] a run with the same result is not published", async () => {
    const toy = new Recorder();
    toy.engine.define("q:even", "Query", (c) => Number(c.get("n")) % 2 === 0);
    const watcher = toy.watch("q:even");
    await toy.until(() => toy.published.length === 1);
    const before = watcher.query.outcome;
    toy.engine.commit({ n: 2 });
    await settle();
    expect(toy.engine.runs.get("q:even")).toBe(2);
    expect(watcher.query.outcome).toBe(before);
    expect(toy.published).toHaveLength(1);
  });

  test("[RE8] a commit between a run and its arrival makes the query run again", async () => {
    const toy = new Recorder();
    toy.engine.define("q:get", "Query", (c) => c.get("n"));
    toy.engine.commit({ n: 0 });
    let isFirst = true;
    toy.engine.aroundQuery = async (run) => {
      const result = await run();
      if (isFirst) toy.engine.commit({ n: 7 });
      isFirst = false;
      return result;
    };
    const watcher = toy.watch("q:get");
    await toy.until(() => valueOf(watcher.query) === 7);
    expect(watcher.query.isFresh).toBe(true);
  });

  test("[RE9] a deploy makes every query run again, even one that is running", async () => {
    const toy = new Recorder();
    let answer = "old";
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    toy.engine.define("q:code", "Query", () => answer);
    toy.engine.define("q:slow", "Query", async () => {
      const mine = answer;
      await gate;
      return mine;
    });
    const quick = toy.watch("q:code");
    const slow = toy.watch("q:slow");
    await toy.until(() => toy.published.length === 1);
    answer = "new";
    toy.engine.deploy();
    release();
    await toy.until(
      () => valueOf(quick.query) === "new" && valueOf(slow.query) === "new",
    );
    const told = toy.published.filter(({ path }) => path === "q:slow");
    expect(told.map(({ value }) => value)).toEqual(["new"]);
  });

  test("[RE10] a result that the disk refused is never published, and is computed again from the disk", async () => {
    const toy = new Recorder();
    toy.engine.define("q:get", "Query", (c) => c.get("n"));
    const watcher = toy.watch("q:get");
    await toy.until(() => toy.published.length === 1);
    toy.engine.diskHeld = true;
    toy.engine.diskBroken = true;
    toy.engine.commit({ n: 1 });
    await settle();
    expect(valueOf(watcher.query)).toBe(1);
    expect(watcher.query.isDurable).toBe(false);
    toy.engine.releaseDisk();
    toy.engine.diskBroken = false;
    await toy.until(() => watcher.query.isDurable);
    expect(valueOf(watcher.query)).toBeNull();
    toy.engine.commit({ n: 2 });
    await toy.until(() => valueOf(watcher.query) === 2);
    expect(toy.published.map(({ value }) => value)).not.toContain(1);
  });

  test("[RE10] a result computed beside a refused commit is published once it holds without that commit", async () => {
    const toy = new Recorder();
    toy.engine.define("q:get", "Query", (c) => c.get("n"));
    toy.watch("q:get");
    await toy.until(() => toy.published.length === 1);
    const durable = toy.engine.database.whenDurable(
      toy.engine.commit({ n: 1 }),
    );
    toy.engine.releaseDisk();
    await durable;
    toy.engine.diskHeld = true;
    toy.engine.diskBroken = true;
    toy.engine.commit({ other: 1 });
    await settle();
    toy.engine.releaseDisk();
    toy.engine.diskBroken = false;
    await toy.until(() => toy.published.at(-1)?.value === 1);
  });

  test("[RE10] a newer commit on disk does not make a refused one durable", async () => {
    const toy = new Recorder();
    toy.engine.define("q:get", "Query", (c) => c.get("n"));
    toy.watch("q:get");
    await toy.until(() => toy.published.length === 1);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    toy.engine.aroundQuery = async (run) => {
      const result = await run();
      await gate;
      return result;
    };
    toy.engine.diskHeld = true;
    toy.engine.diskBroken = true;
    toy.engine.commit({ n: 1 });
    await settle();
    toy.engine.releaseDisk();
    toy.engine.diskBroken = false;
    await toy.subscriptions.durability.reach(toy.engine.commit({ other: 1 }));
    release();
    await settle();
    toy.engine.commit({ n: 2 });
    await toy.until(() => toy.published.at(-1)?.value === 2);
    expect(toy.published.map(({ value }) => value)).not.toContain(1);
  });

  test("[RE11] a runner that fails breaks only its own queries", async () => {
    const toy = new Recorder();
    toy.engine.define("q:get", "Query", (c) => c.get("n"));
    toy.engine.aroundQuery = (run, path) =>
      path === "q:broken" ? Promise.reject(new Error("engine fault")) : run();
    toy.watch("q:broken");
    toy.watch("q:get");
    await toy.until(() => toy.published.length === 1);
    await toy.until(() => toy.broken.length === 1);
    expect(toy.published[0]?.path).toBe("q:get");
  });
});

describe("pages", () => {
  const letters = { a: 1, b: 2, c: 3 };

  function openPages(): Recorder {
    const toy = new Recorder();
    toy.engine.define("q:page", "Query", (c) => c.page("", 2));
    toy.engine.commit(letters);
    return toy;
  }

  test("[RE12] a page keeps its end when rows are added inside it", async () => {
    const toy = openPages();
    const watcher = toy.watch("q:page");
    await toy.until(() => toy.published.length === 1);
    expect(valueOf(watcher.query)).toEqual(["a", "b"]);
    toy.engine.commit({ aa: 1 });
    await toy.until(() => toy.published.length === 2);
    expect(valueOf(watcher.query)).toEqual(["a", "aa", "b"]);
  });

  test("[RE12] a page's end finds its query, and a later watcher gets a page of full length", async () => {
    const toy = openPages();
    const first = toy.watch("q:page");
    await toy.until(() => toy.published.length === 1);
    const end = first.query.journal;
    expect(toy.watch("q:page", {}, ANONYMOUS, end).query).toBe(first.query);
    toy.engine.commit({ aa: 1 });
    await toy.until(() => toy.published.length === 2);
    const late = toy.watch("q:page");
    await toy.until(() => toy.published.length === 3);
    expect(valueOf(late.query)).toEqual(["a", "aa"]);
    expect(valueOf(first.query)).toEqual(["a", "aa", "b"]);
  });

  test("[RE12] watchers that opened the same page at different times end up sharing it", async () => {
    const toy = openPages();
    const first = toy.watch("q:page");
    await toy.until(() => toy.published.length === 1);
    // Makes the first query drop its unpinned form without moving the page's end.
    toy.engine.commit({ a: 10 });
    await settle();
    const second = toy.watch("q:page");
    await settle();
    expect(second.query).toBe(first.query);
    expect(toy.subscriptions.cache.size).toBe(1);
  });
});

describe("system queries", () => {
  const admin: Caller = { kind: "admin" };

  function openSystem() {
    const listeners = new Set<() => void>();
    const variables = { list: ["A=1"] };
    const query: SystemQuery = {
      answer: () => ({ value: [...variables.list] }),
      watch: (changed) => {
        listeners.add(changed);
        return () => void listeners.delete(changed);
      },
    };
    const toy = new Recorder(new Map([["_system/cli/env", query]]));
    return { toy, listeners, variables };
  }

  test("[RE13] an administrator's system query runs again on its signal, until it is no longer watched", async () => {
    const { toy, listeners, variables } = openSystem();
    const watcher = toy.watch("_system/cli/env", {}, admin);
    await toy.until(() => toy.published.length === 1);
    variables.list.push("B=2");
    for (const changed of listeners) changed();
    await toy.until(() => toy.published.length === 2);
    expect(valueOf(watcher.query)).toEqual(["A=1", "B=2"]);
    toy.subscriptions.cache.unwatch(watcher);
    expect(listeners.size).toBe(0);
  });

  test("[RE13] system queries do not exist for users", async () => {
    const { toy } = openSystem();
    const watcher = toy.watch("_system/cli/env", {}, user("ann"));
    await toy.until(() => toy.published.length === 1);
    expect(valueOf(watcher.query)).toBe(
      "Could not find public function for '_system/cli/env'.",
    );
  });
});
