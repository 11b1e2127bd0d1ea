/** G1: on the worst known input, twice the length takes at most 2.5 times as long. Lint proves the patterns. */
import { parseToken } from "../../../engine/auth/token.ts";
import { parseRange } from "../../../engine/files/range.ts";
import { parseAddress } from "../../../engine/functions/paths.ts";
import { masked } from "../../../engine/log/mask.ts";
import { parseClientMessage } from "../../../engine/sync/messages.ts";
import { faultIn } from "../../../engine/values/depth.ts";
import { displayValue } from "../../../engine/values/display.ts";
import { decodeId } from "../../../engine/values/ids.ts";
import type { JsonValue } from "../../../engine/values/json.ts";
import { encodeKey } from "../../../engine/values/keys.ts";
import { checkLimits } from "../../../engine/values/limits.ts";
import { networkOf } from "../../../engine/values/network.ts";
import { parseJson } from "../../../engine/values/parse-json.ts";
import type { ValidatorJson } from "../../../engine/values/validator-json.ts";
import { checkValue } from "../../../engine/values/validators.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

/** Characters or parts of the shorter input. */
const LENGTH = 16_384;
const RATIO_AT_MOST = 2.5;
/** How long each place is repeated, in ms, and in how many rounds. */
const MIN_MS = 60;
const ROUNDS = 3;
/** Bounds the repeats of a place that refuses a length at once, and the clock's step in ms. */
const MAX_TIMES = 1 << 16;
const SHORTEST_MS = 10;
type Place = {
  readonly name: string;
  /** Returns the work to measure for an input of this length. */
  readonly prepare: (length: number) => () => unknown;
};

function place<T>(
  name: string,
  input: (length: number) => T,
  run: (input: T) => unknown,
): Place {
  return {
    name,
    prepare: (length) => {
      const made = input(length);
      return () => {
        try {
          return run(made);
        } catch {
          return null; // a refusal takes time, too
        }
      };
    },
  };
}

const repeated = (unit: string) => (length: number) =>
  unit.repeat(Math.ceil(length / unit.length));
const numbered = (length: number) =>
  Array.from({ length: length / 8 }, (_, i) => `f${i}`);
/** Texts that are known to make patterns of this kind slow. */
const UNITS = ["x", "1 ", "\\'", '\\"', "'a", "a@", " ", "\u0301", "{{", "=/"];
const texts = (name: string, run: (text: string) => unknown): Place[] =>
  UNITS.map((unit) =>
    place(`${name} ${JSON.stringify(unit)}`, repeated(unit), run),
  );
const NESTED: ValidatorJson = {
  type: "union",
  value: [
    { type: "string" },
    {
      type: "array",
      value: { type: "union", value: [{ type: "null" }, { type: "boolean" }] },
    },
  ],
};

const engine: readonly Place[] = [
  ...texts("log", (text) => masked(text, false)),
  place("range", repeated("\t"), (t) => parseRange(`bytes=${t}-${t}-`, 9)),
  place("token", repeated("."), parseToken),
  place("function path", repeated(":/"), parseAddress),
  place("message", repeated('{"type":'), parseClientMessage),
  place("id", repeated("0"), decodeId),
  place("address", repeated("0:"), networkOf),
  place("half pairs", repeated("\\ud83d\\ude00"), (t) => parseJson(`"${t}"`)),
  place("depth", repeated("["), (t) => faultIn(nest(t.length / 64))),
  place("limits", numbered, (names) => checkLimits(names.slice(0, 8192))),
  place("key", repeated("\0"), (text) => encodeKey([text])),
  place("shown text", repeated('"'), displayValue),
  place("shown fields", fields, displayValue),
  place("mismatch", numbered, (list) => checkValue(NESTED, list, () => "t")),
];

function fields(length: number): JsonValue {
  return Object.fromEntries(numbered(length).map((name) => [name, name]));
}
function nest(levels: number): JsonValue {
  let value: JsonValue = [];
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

/** Places in the product. */
async function product(): Promise<readonly Place[]> {
  const { cleanLines, cleanText } =
    await import("../../../convex/base/rules/names.ts");
  const { normalizeEmail, passwordProblem } =
    await import("../../../convex/base/rules/password.ts");
  const { isMeant } = await import("../../../convex/desk/rules/find.ts");
  const { fillTemplate } =
    await import("../../../convex/messages/rules/smsTemplates.ts");
  const { readPhone } = await import("../../../convex/base/rules/phone.ts");
  const { fold } = await import("../../../convex/business/rules/directory.ts");
  const { publicPage } =
    await import("../../../convex/profile/rules/pageHead.ts");
  const { csvText } = await import("../../../convex/base/rules/csv.ts");
  const { samplesOf } =
    await import("../../../convex/upkeep/rules/exposition.ts");
  const { initialsOf } = await import("../../../convex/line/rules/initials.ts");
  const { isTimezone } =
    await import("../../../convex/base/rules/timezones.ts");
  const { checkPicture } =
    await import("../../../convex/profile/rules/picture.ts");
  const { isSignedByTwilio } =
    await import("../../../convex/messages/services/twilioSignature.ts");
  const person = {
    letter: null,
    number: 1,
    name: "Ann",
    phone: "+15550100001",
  };
  const signature = Buffer.alloc(20).toString("base64");
  return [
    ...texts("name", (text) => cleanText(text, 1e9)),
    ...texts("lines", (text) => cleanLines(text, 1e9)),
    ...texts("template", (text) => fillTemplate(text, {})),
    ...texts("page", publicPage),
    ...texts("csv", (text) => csvText([[text]])),
    place("e-mail", repeated("a."), (t) => normalizeEmail(`a@${t}`)),
    place("password", repeated("aA"), passwordProblem),
    place("search", repeated("e\u0301"), (text) => isMeant(person, text)),
    place("directory", repeated("e\u0301 "), fold),
    place("phone", repeated("(0"), (text) => readPhone(text, "US")),
    place("initials", repeated("'a "), initialsOf),
    place("time zone", repeated("A/"), isTimezone),
    place("figures", repeated('a="\\'), (text) => samplesOf(`a{${text}} 1`)),
    place(
      "picture",
      (length) => Buffer.alloc(length, "GIF89a"),
      (bytes) => checkPicture(new Uint8Array(bytes)),
    ),
    place("signed form", numbered, (names) =>
      isSignedByTwilio(
        [],
        new URLSearchParams(names.map((one) => [one, "1"])),
        signature,
        "t",
      ),
    ),
  ];
}

/** Processor time of this thread, ms, so other load does not count. It moves in steps of some milliseconds. */
function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds for one run. */
async function timeOf(run: () => unknown, times: number): Promise<number> {
  const begin = spent();
  for (let i = 0; i < times; i++) await run();
  return (spent() - begin) / times;
}

/** Time for twice the length over time for the length, each the quickest of several alternating runs. */
async function growthOf({ prepare }: Place): Promise<number> {
  const short = prepare(LENGTH);
  const long = prepare(2 * LENGTH);
  // Repeats often enough for the clock's steps, and until the code is compiled.
  let times = 8;
  while ((await timeOf(short, times)) * times < MIN_MS && times < MAX_TIMES)
    times *= 2;
  let [of, ofTwice] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    of = Math.min(of, await timeOf(short, times));
    ofTwice = Math.min(ofTwice, await timeOf(long, times));
  }
  // Work that costs nothing at either length does not grow.
  return ofTwice === 0 ? 1 : ofTwice / Math.max(of, SHORTEST_MS / times);
}

async function run({ report }: BenchContext): Promise<void> {
  const ratios: { name: string; ratio: number }[] = [];
  for (const one of [...engine, ...(await product())])
    ratios.push({ name: one.name, ratio: await growthOf(one) });
  ratios.sort((a, b) => b.ratio - a.ratio);
  report({
    id: `G1 twice the length, ${ratios.length} places`,
    unit: "x",
    engine: { name: "time", values: ratios.map(({ ratio }) => ratio) },
    others: [],
    lines: ratios.slice(0, 3).map(({ name, ratio }) => ({
      label: name,
      ...{ ratio, atMost: RATIO_AT_MOST, slack: 0.2 },
    })),
  });
}

export const growth: FigureGroup = { ids: ["G1"], minutes: 2, run };
