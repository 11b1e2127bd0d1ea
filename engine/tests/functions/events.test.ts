import { expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "events.ts": `
    const listen = (listeners, init) => {
      const target = new EventTarget(), seen = [], event = new Event("x", init);
      for (const [listener, options] of listeners(seen, target, event)) target.addEventListener("x", listener, options);
      const went = target.dispatchEvent(event);
      return { seen, went, event, target };
    };
    export const during = query({ args: {}, handler: async () => {
      const { seen, event, target } = listen((seen) => [[function (e) {
        seen.push([e.eventPhase, e.composedPath().length, e.composedPath()[0] === this, e.target === this, e.currentTarget === this, e.isTrusted, e.srcElement]);
      }]]);
      return { seen, after: [event.eventPhase, event.composedPath(), event.target === target, event.currentTarget], keys: Object.keys(event),
        time: event.timeStamp === Date.now(), phases: [Event.NONE, event.CAPTURING_PHASE, Event.AT_TARGET, event.BUBBLING_PHASE],
        flags: [event.bubbles, event.cancelable, event.composed, event.type], custom: typeof CustomEvent };
    } });
    export const cancels = query({ args: {}, handler: async () => {
      const prevents = (e) => e.preventDefault();
      const outcome = (listeners, init) => { const { went, event } = listen(listeners, init); return [went, event.defaultPrevented, event.returnValue]; };
      return [
        outcome(() => [[prevents]], { cancelable: true }), outcome(() => [[prevents]]),
        outcome(() => [[prevents, { passive: true }]], { cancelable: true }), outcome(() => [[prevents, { passive: true }], [(e) => prevents(e)]], { cancelable: true }),
        outcome(() => [[(e) => { e.returnValue = false; }]], { cancelable: true }), outcome(() => [[(e) => { e.returnValue = true; }]], { cancelable: true }),
      ];
    } });
    export const order = query({ args: {}, handler: async () => {
      const first = listen((seen, target) => {
        const second = () => seen.push("second");
        return [[() => { seen.push("first"); target.removeEventListener("x", second); target.addEventListener("x", () => seen.push("late")); }], [second], [() => seen.push("third")]];
      });
      first.target.dispatchEvent(new Event("x"));
      const once = listen((seen, target, event) => [[() => { seen.push("once"); target.dispatchEvent(new Event("x")); }, { once: true }]]);
      const capture = listen((seen) => { const same = (e) => seen.push(e.eventPhase); return [[same], [same, true], [same, { capture: true }], [same, { passive: true }]]; });
      const stops = listen((seen) => [[(e) => { seen.push(1); e.stopImmediatePropagation(); }], [() => seen.push(2)]]);
      const goesOn = listen((seen) => [[(e) => { seen.push(1, e.cancelBubble); e.stopPropagation(); seen.push(e.cancelBubble); }], [() => seen.push(2)]]);
      const signal = listen((seen) => { const c = new AbortController(); return [[() => { seen.push("a"); c.abort(); }], [() => seen.push("b"), { signal: c.signal }]]; });
      const bubbled = new Event("x"); bubbled.cancelBubble = true;
      let silent = true; const quiet = new EventTarget(); quiet.addEventListener("x", () => { silent = false; }); quiet.dispatchEvent(bubbled);
      return { removed: first.seen, once: once.seen, capture: capture.seen, stops: stops.seen, goesOn: goesOn.seen, signal: signal.seen, silent, again: stops.target.dispatchEvent(stops.event) };
    } });
    export const wrong = query({ args: {}, handler: async () => {
      const target = new EventTarget();
      const thrown = (act) => { try { return ["nothing", act() ?? null]; } catch (e) { return [e.name, e.message, e instanceof Error && (e instanceof TypeError || e instanceof DOMException)]; } };
      const event = new Event("x"); let nested; target.addEventListener("x", (e) => { nested ??= thrown(() => target.dispatchEvent(e)); });
      target.dispatchEvent(event);
      return [nested, thrown(() => target.addEventListener("x")), thrown(() => target.addEventListener("x", "text")), thrown(() => target.dispatchEvent({ type: "x" })),
        thrown(() => new Event()), thrown(() => EventTarget.prototype.dispatchEvent.call({}, event)), thrown(() => target.addEventListener("x", null)), thrown(() => target.addEventListener("y", {}) ?? target.dispatchEvent(new Event("y"))),
        thrown(() => Object.getOwnPropertyDescriptor(Event.prototype, "type").get.call({}))];
    } });
    export const throwing = query({ args: {}, handler: async () => {
      const target = new EventTarget(), event = new Event("x", { cancelable: true }), seen = []; let isBad = true;
      target.addEventListener("x", () => { if (isBad) throw "bad"; }, { passive: true });
      target.addEventListener("x", (e) => { e.preventDefault(); seen.push("last"); });
      const tries = () => { try { return target.dispatchEvent(event); } catch (e) { return e; } };
      const first = tries(); isBad = false;
      const c = new AbortController(); c.signal.onabort = () => { throw "why"; };
      let of; try { c.abort(); } catch (e) { of = e; }
      return { first, phase: event.eventPhase, again: tries(), seen, of, aborted: c.signal.aborted };
    } });
    export const failing = query({ args: {}, handler: async () => {
      addEventListener("x", () => { throw new Error("first"); }, { once: true });
      dispatchEvent(new Event("x"));
    } });
    export const aborting = mutation({ args: {}, handler: async (ctx) => {
      const c = new AbortController(), seen = [];
      c.signal.addEventListener("abort", () => { throw new Error("in a listener"); });
      c.signal.addEventListener("abort", () => { seen.push("second"); });
      c.abort(); seen.push("after");
      await ctx.db.insert("t", {});
      globalThis.seen = seen;
    } });
    export const aborted = query({ args: {}, handler: async (ctx) => [globalThis.seen, (await ctx.db.query("t").collect()).length] });
    export const own = query({ args: {}, handler: async () => {
      class Door extends EventTarget { constructor() { super(); this.opened = 0; this.addEventListener("open", () => this.opened++); } }
      class Opened extends Event { constructor(by) { super("open"); this.by = by; } }
      const door = new Door(); door.dispatchEvent(new Opened("me"));
      const seen = []; const hears = (e) => seen.push(e.type); addEventListener("hello", hears); globalThis.dispatchEvent(new Event("hello")); removeEventListener("hello", hears); dispatchEvent(new Event("hello"));
      return [door.opened, door instanceof EventTarget, seen, globalThis instanceof EventTarget, Object.prototype.toString.call(globalThis)];
    } });
    export const signals = query({ args: {}, handler: async () => {
      const never = new AbortSignal(), c = new AbortController(), reason = { why: 1 }, seen = [];
      c.signal.onabort = function (e) { seen.push("onabort", this === c.signal, e.type, c.signal.aborted); };
      c.signal.addEventListener("abort", { handleEvent: () => seen.push("listener") });
      c.abort(reason); c.abort("later");
      let thrown; try { c.signal.throwIfAborted(); } catch (e) { thrown = e === reason; }
      const plain = new AbortController(); plain.abort(); const why = plain.signal.reason;
      const any = AbortSignal.any([never, c.signal]);
      return { never: never.aborted, seen, thrown, reason: c.signal.reason === reason, kind: [why.name, why.code, why instanceof DOMException, why instanceof Error], any: any.reason === reason, target: never instanceof EventTarget };
    } });
    export const timeout = query({ args: {}, handler: async () => AbortSignal.timeout(1) });`,
});

test("[FN43] an event has its target, phase and path during dispatch, and the time of the call", async () => {
  expect(await app().query("events:during")).toEqual({
    seen: [[2, 1, true, true, true, false, null]],
    after: [0, [], true, null],
    keys: ["isTrusted"],
    time: true,
    phases: [0, 1, 2, 3],
    flags: [false, false, false, "x"],
    custom: "undefined",
  });
});

test("[FN43] only listeners that are not passive cancel an event, and only a cancelable one", async () => {
  const [canceled, not] = [
    [false, true, false],
    [true, false, true],
  ];
  const seen = await app().query("events:cancels");
  expect(seen).toEqual([canceled, not, not, canceled, canceled, not]);
});

test("[FN43] listeners run in order, once with capture and once without, and not after their removal", async () => {
  expect(await app().query("events:order")).toEqual({
    removed: ["first", "third", "first", "third", "late"],
    once: ["once"],
    capture: [2, 2],
    stops: [1, 1],
    goesOn: [1, false, true, 2],
    signal: ["a"],
    silent: true,
    again: true,
  });
});

test("[FN43] a wrong event or listener, or an event in dispatch, is refused with an error of the realm", async () => {
  const where = (method: string) =>
    `Failed to execute '${method}' on 'EventTarget'`;
  expect(await app().query("events:wrong")).toEqual([
    ["InvalidStateError", "Invalid event state.", true],
    [
      "TypeError",
      `${where("addEventListener")}: 2 arguments required, but only 1 present.`,
      true,
    ],
    [
      "TypeError",
      `${where("addEventListener")}: parameter 2 is not of type 'EventListener'.`,
      true,
    ],
    [
      "TypeError",
      `${where("dispatchEvent")}: parameter 1 is not of type 'Event'.`,
      true,
    ],
    [
      "TypeError",
      "Failed to construct 'Event': 1 argument required, but only 0 present.",
      true,
    ],
    ["TypeError", "Illegal invocation", true],
    ["nothing", null],
    ["nothing", true],
    ["TypeError", "Illegal invocation", true],
  ]);
});

test("[FN43] an error in a listener leaves `dispatchEvent`, one in `onabort` leaves `abort`; the event can be sent again", async () => {
  expect(await app().query("events:throwing")).toEqual({
    first: "bad",
    phase: 0,
    again: false,
    seen: ["last"],
    of: "why",
    aborted: true,
  });
  await expect(app().query("events:failing")).rejects.toThrow("first");
});

test("[FN43] an error in a signal's listener fails the call, but stops neither other listeners nor `abort`", async () => {
  expect(await messageOf(app().mutation("events:aborting"))).toBe(
    "Uncaught Error: in a listener",
  );
  expect(await app().query("events:aborted")).toEqual([["second", "after"], 0]);
});

test("[FN43] targets and events can be extended, and the global object is a target", async () => {
  const seen = await app().query("events:own");
  expect(seen).toEqual([1, true, ["hello"], true, "[object Window]"]);
});

test("[FN43] a signal aborts once, with its reason, and never by time", async () => {
  expect(await app().query("events:signals")).toEqual({
    never: false,
    seen: ["onabort", true, "abort", true, "listener"],
    thrown: true,
    reason: true,
    kind: ["AbortError", 20, true, true],
    any: true,
    target: true,
  });
  expect(await messageOf(app().query("events:timeout"))).toContain(
    "Can't use setTimeout in queries and mutations.",
  );
});
