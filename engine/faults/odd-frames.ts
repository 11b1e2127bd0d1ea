/** Messages in which any field may be anything, and invalid frames, each repeatable from a seed. */
import { clientFrame, Opcode } from "../bench/wire/frames.ts";
import type { Pick } from "../../tests/seed.ts";

const MIB = 1024 * 1024;
const FIN = 0x80;
const nested = (levels: number) =>
  `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;

/** JSON texts to use as a value, and some invalid ones. */
const VALUES = [
  ...["null", "true", "-1", "-0", "0.5", "1e308", "1e999", "NaN", "undefined"],
  ...["4294967296", "9007199254740993", "18446744073709551616", '""', "{}"],
  ...["[]", '"\\ud800"', '"\\u0000"', '"\\udc00\\ud800"', '{"$integer":"!!"}'],
  ...['{"$integer":"AAAAAAAAAAA="}', '{"$float":"AAAA"}', '{"$bytes":1}'],
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":null,"hasOwnProperty":1}',
  '"AAAAAAAAAAA="',
  '"f:q"',
  '"f:__proto__"',
  '"../f:q"',
  nested(60),
  nested(70),
  nested(5000),
  `"${"x".repeat(3000)}"`,
];

type Fields = Readonly<Record<string, string>>;
const CALL = { udfPath: '"f:q"', args: '[{"value":1}]', componentPath: '""' };
const ADD = `{"type":"Add","queryId":1,"udfPath":"f:q","args":[{"value":1}]}`;
const MESSAGES: readonly Fields[] = [
  {
    type: '"Connect"',
    sessionId: '"00000000-0000-0000-0000-000000000000"',
    connectionCount: "0",
    maxObservedTimestamp: "null",
  },
  {
    type: '"ModifyQuerySet"',
    baseVersion: "0",
    newVersion: "1",
    modifications: `[${ADD}]`,
  },
  {
    type: '"ModifyQuerySet"',
    baseVersion: "7",
    newVersion: "8",
    modifications: `[${ADD},${ADD}]`,
  },
  { type: '"Mutation"', requestId: "0", ...CALL, udfPath: '"f:m"' },
  { type: '"Action"', requestId: "0", ...CALL },
  {
    type: '"Authenticate"',
    baseVersion: "0",
    tokenType: '"User"',
    value: '"a.b.c"',
  },
  { type: '"Event"', eventType: '"x"', event: "{}" },
  { type: '"Unknown"' },
];

/** A message in which each field may be anything, missing or duplicated. */
export function oddMessage(pick: Pick): string {
  const fields = Object.entries(MESSAGES[pick(MESSAGES.length)] ?? {});
  return `{${fields
    .filter(() => pick(12) > 0)
    .flatMap(([name, good]) => {
      const value = pick(4) === 0 ? oddValue(pick) : good;
      const field = `"${pick(40) === 0 ? "__proto__" : name}":${value}`;
      return pick(20) === 0 ? [field, `"${name}":${oddValue(pick)}`] : [field];
    })
    .join(",")}}`;
}

const oddValue = (pick: Pick) => VALUES[pick(VALUES.length)] ?? "null";

/** A valid call or query with arbitrary arguments, so that the conversation continues. */
export function oddCall(pick: Pick, n: number): string {
  const value = VALUES[pick(VALUES.length - 4)] ?? "null";
  const args = isJson(value) ? value : "null";
  const call = `"udfPath":"f:${["q", "m", "none"][pick(3)]}","args":[{"value":${args}}]`;
  if (pick(3) > 0)
    return `{"type":"${pick(2) ? "Mutation" : "Action"}","requestId":${n},${call}}`;
  return `{"type":"Event","eventType":${args},"event":${args}}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Bytes that a WebSocket must not, or need not, accept. */
export function oddFrame(pick: Pick): Buffer {
  const whole = clientFrame(Opcode.text, oddMessage(pick));
  switch (pick(12)) {
    case 0:
      return clientFrame(Opcode.binary, whole);
    case 1: // The start of a fragmented message, and a continuation without a start.
      return withFirst(whole, Opcode.text);
    case 2:
      return clientFrame(Opcode.continuation, "{}");
    case 3: // Unmasked.
      return Buffer.from([FIN | Opcode.text, 2, 0x7b, 0x7d]);
    case 4: // Reserved bits.
      return withFirst(whole, FIN | (0x10 << pick(3)) | Opcode.text);
    case 5: // Reserved opcodes.
      return withFirst(whole, FIN | (pick(2) ? 3 + pick(5) : 11 + pick(5)));
    case 6: // Announces more than any client may send.
      return announcing([16n * BigInt(MIB) + 2001n, 1n << 62n][pick(2)] ?? 0n);
    case 7: // A lone surrogate as bytes, and an overlong form.
      return clientFrame(Opcode.text, Buffer.from("7b22eda080c0af22", "hex"));
    case 8: // A control frame that is too long or fragmented.
      return pick(2)
        ? clientFrame(Opcode.ping, "x".repeat(126))
        : withFirst(clientFrame(Opcode.ping, "x"), Opcode.ping);
    case 9: // A close with half a code, or with one that must not be sent.
      return clientFrame(Opcode.close, Buffer.from(pick(2) ? [3] : [3, 0xed]));
    case 10: {
      const at = pick(whole.length);
      whole[at] = (whole[at] ?? 0) ^ (1 << pick(8));
      return whole;
    }
    default:
      return whole;
  }
}

function withFirst(frame: Buffer, first: number): Buffer {
  const changed = Buffer.from(frame);
  changed[0] = first;
  return changed;
}

function announcing(length: bigint): Buffer {
  const head = Buffer.alloc(14);
  head[0] = FIN | Opcode.text;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(length, 2);
  return head;
}

/** The largest message of each kind, with the codes that may close the socket. */
export function extremes() {
  const levels = 100_000;
  const many = Array.from({ length: levels }, (_, id) =>
    ADD.replace('"queryId":1', `"queryId":${id}`),
  );
  const modify = (all: readonly string[]) =>
    `{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[${all.join(",")}]}`;
  const authenticate = `{"type":"Authenticate","baseVersion":0,"tokenType":"User","value":"a.b.c"}`;
  return [
    {
      what: "nested 100,000 deep",
      texts: [`${"[".repeat(levels)}${"]".repeat(levels)}`],
      codes: [1007],
    },
    {
      what: "an argument nested 100,000 deep",
      texts: [modify([ADD.replace('"value":1', `"value":${nested(levels)}`)])],
      codes: [1007],
    },
    { what: "100,000 queries", texts: [modify(many)], codes: [1008, 1009] },
    { what: "a query twice", texts: [modify([ADD, ADD])], codes: [1008] },
    {
      what: "a flood of Authenticate",
      texts: Array<string>(500).fill(authenticate),
      codes: [1000, 1008],
    },
    {
      what: "16 MiB and 2001 bytes",
      texts: [`"${"x".repeat(16 * MIB + 2001)}"`],
      codes: [1009],
    },
  ];
}
