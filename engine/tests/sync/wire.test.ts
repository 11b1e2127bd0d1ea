import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textFrame } from "../../sync/frame.ts";
import { MalformedMessage, parseClientMessage } from "../../sync/messages.ts";
import type { Outcome } from "../../reactivity/live-query.ts";
import { TransitionFrames } from "../../sync/transition-frames.ts";
import { decodeTs, encodeTs } from "../../sync/wire-time.ts";

test("[SY1] timestamps: are nanoseconds as eight little-endian bytes in base64, exact for every microsecond until 2^53", () => {
  const ts = fc.integer({ min: 0, max: 9_007_199_254_740_991 });
  fc.assert(
    fc.property(ts, (micros) => {
      const text = encodeTs(micros);
      const bytes = Buffer.from(text, "base64");
      expect(bytes).toHaveLength(8);
      expect(bytes.readBigUInt64LE()).toBe(BigInt(micros) * 1000n);
      expect(decodeTs(text)).toBe(micros);
    }),
  );
});

test("[SY1] timestamps: with odd nanoseconds count as the next microsecond, and text that is no u64 as none", () => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(1001n);
  expect(decodeTs(bytes.toString("base64"))).toBe(2);
  for (const wrong of ["", "AAAA", 5, null, "AAAAAAAAAAA", "!AAAAAAAAAA="])
    expect(decodeTs(wrong)).toBeNull();
});

test("[SY2] frames: carry any text with the right length in each of the three header forms", () => {
  for (const length of [0, 1, 125, 126, 65_535, 65_536, 1_000_000]) {
    const text = "é".repeat(length / 2) + "x".repeat(length % 2);
    const frame = textFrame(text);
    const announced = frame.readUInt8(1);
    const [header, size] =
      announced < 126
        ? [2, announced]
        : announced === 126
          ? [4, frame.readUInt16BE(2)]
          : [10, Number(frame.readBigUInt64BE(2))];
    expect(frame[0]).toBe(0x81);
    expect(size).toBe(Buffer.byteLength(text));
    expect(frame.subarray(header).toString()).toBe(text);
  }
});

const outcome = (value: string): Outcome => ({
  ok: true,
  value,
  logLines: [],
  journal: null,
});

test("[SY2] frames: of the same step with the same news are one buffer; any difference makes another", () => {
  const frames = new TransitionFrames();
  const shared = outcome("1");
  const start = { querySet: 1, identity: 0, ts: 5 };
  const news = [{ queryId: 0, query: { outcome: shared } }];
  const step = frames.step(start, 1, 0, 9, news);
  expect(frames.step({ ...start }, 1, 0, 9, [...news])).toBe(step);
  const others = [
    frames.step({ ...start, ts: 6 }, 1, 0, 9, news),
    frames.step(start, 2, 0, 9, news),
    frames.step(start, 1, 1, 9, news),
    frames.step(start, 1, 0, 10, news),
    frames.step(start, 1, 0, 9, [{ queryId: 1, query: { outcome: shared } }]),
    frames.step(start, 1, 0, 9, [
      { queryId: 0, query: { outcome: outcome("1") } },
    ]),
    frames.step(start, 1, 0, 9, []),
  ];
  for (const other of others) expect(other).not.toBe(step);
});

describe("messages of clients", () => {
  const call = { requestId: 0, udfPath: "a:b", args: [{}] };

  test("[SY3] are parsed completely, and anything else is refused", () => {
    const connect = {
      type: "Connect",
      sessionId: "6b6f1d3e-5a0b-4f0a-9a3e-0f0b5c1d2e3f",
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: 12,
    };
    const seen = parseClientMessage(JSON.stringify(connect));
    expect(seen).toEqual({ ...connect, maxObservedTimestamp: null });
    const bare = connect.sessionId.replaceAll("-", "").toUpperCase();
    expect(
      parseClientMessage(JSON.stringify({ ...connect, sessionId: bare })),
    ).toEqual(seen);
    const wrong: unknown[] = [
      null,
      [],
      "Connect",
      { type: "Nonsense" },
      { type: "__proto__" },
      { ...connect, sessionId: "me" },
      { ...connect, connectionCount: -1 },
      { ...connect, maxObservedTimestamp: "5" },
      { type: "Authenticate", baseVersion: 0, tokenType: "Root", value: "x" },
      { type: "Authenticate", baseVersion: 0, tokenType: "User" },
      { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
      {
        type: "ModifyQuerySet",
        baseVersion: 0.5,
        newVersion: 1,
        modifications: [],
      },
      {
        type: "ModifyQuerySet",
        baseVersion: 0,
        newVersion: 1,
        modifications: [{ type: "Add", queryId: 0, udfPath: "a:b" }],
      },
      {
        type: "ModifyQuerySet",
        baseVersion: 0,
        newVersion: 1,
        modifications: [{ type: "Change", queryId: 0, ...call }],
      },
      ...[5, []].map((acting_as) => ({
        ...{ type: "Authenticate", baseVersion: 0, tokenType: "Admin" },
        ...{ value: "x", acting_as },
      })),
      { type: "Mutation", ...call, requestId: 4_294_967_296 },
      { type: "Mutation", ...call, requestId: "0" },
      { type: "Mutation", ...call, args: {} },
      { type: "Mutation", ...call, udfPath: 5 },
      { type: "Mutation", ...call, udfPath: "a".repeat(2000) },
      { type: "Action", ...call, componentPath: 5 },
    ];
    for (const message of wrong)
      expect(() => parseClientMessage(JSON.stringify(message))).toThrow(
        MalformedMessage,
      );
    for (const text of ["", "{", "undefined", "{'a':1}", "NaN"])
      expect(() => parseClientMessage(text)).toThrow(MalformedMessage);
  });

  test("[SY3] nested deeper than values may be are refused without a stack overflow", () => {
    const nest = (depth: number): string =>
      `{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[${'{"a":'.repeat(depth)}1${"}".repeat(depth)}]}`;
    expect(parseClientMessage(nest(64)).type).toBe("Mutation");
    expect(() => parseClientMessage(nest(100_000))).toThrow(MalformedMessage);
  });

  test("[SY3] of any JSON are valid or malformed, and leave prototypes alone", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        try {
          parseClientMessage(text);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedMessage);
        }
      }),
    );
    const poison = `{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[{"__proto__":{"polluted":1}}]}`;
    parseClientMessage(poison);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
