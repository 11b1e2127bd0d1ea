/** A7: whether the time of a failed sign-in tells if the address has an account. */
import { join as joinPath } from "node:path";
import {
  ACCOUNTS,
  emailsOf,
  plantAccounts,
  trySignIn,
  type Tried,
} from "../app/sign-ins.ts";
import { openProduct } from "../engine/product.ts";
import { SERVER_CPU } from "../../../engine/bench/measure/children.ts";
import { median } from "../../../engine/bench/measure/statistics.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const PAIRS = 200;
/** As a share of the time of a wrong try. */
const DIFFERENCE_AT_MOST = 0.05;
const WARM_UP = 5;
const WRONG = {
  "sign-in": { flow: "signIn", password: "Wr0ng!password" },
  "reset code": {
    flow: "reset",
    code: "00000000",
    newPassword: "An0ther!password",
  },
} as const;
type Pair = { readonly known: Tried; readonly unknown: Tried };

/** One wrong try each at an address with an account and at one without, in random order. */
async function tryPair(
  url: string,
  wrong: Readonly<Record<string, string>>,
  known: string,
  unknown: string,
): Promise<Pair> {
  const of = (email: string) => trySignIn(url, { ...wrong, email });
  if (Math.random() < 0.5) {
    const first = await of(known);
    return { known: first, unknown: await of(unknown) };
  }
  const first = await of(unknown);
  return { known: await of(known), unknown: first };
}

/** @throws Error unless both get the same answer, and it is a refusal. */
function assertAlike({ known, unknown }: Pair): void {
  const told = ({ status, body }: Tried) => `${status} ${body}`;
  if (told(known) !== told(unknown) || !known.body.includes('"error"'))
    throw new Error(`Answers differ: ${told(known)} and ${told(unknown)}`);
}

async function run(context: BenchContext): Promise<void> {
  const { engine, owner } = await openProduct(
    {
      data: joinPath(context.folder, "a7"),
      cpu: SERVER_CPU,
      behindProxy: true,
    },
    { extra: [ACCOUNTS] },
  );
  const count = Math.round(PAIRS * context.effort) + WARM_UP;
  const known = emailsOf("people", count);
  const unknown = emailsOf("nobody", count);
  await plantAccounts(engine.url, known, true);
  for (const [name, wrong] of Object.entries(WRONG)) {
    const pairs: Pair[] = [];
    for (let i = 0; i < count; i++) {
      const emails = [known[i] ?? "", unknown[i] ?? ""] as const;
      const pair = await tryPair(engine.url, wrong, ...emails);
      assertAlike(pair);
      if (i >= WARM_UP) pairs.push(pair);
    }
    const of = (side: keyof Pair) => pairs.map((pair) => pair[side].ms);
    const difference = median(
      pairs.map((pair) => pair.known.ms - pair.unknown.ms),
    );
    context.report({
      id: `A7 wrong ${name}, ${pairs.length} pairs`,
      unit: "ms",
      engine: { name: "account", values: of("known") },
      others: [{ name: "none", values: of("unknown") }],
      lines: [
        {
          label: "difference/none",
          ratio: Math.abs(difference) / median(of("unknown")),
          atMost: DIFFERENCE_AT_MOST,
          slack: 0,
        },
      ],
    });
  }
  owner.close();
  await engine.kill();
}

export const enumeration: FigureGroup = { ids: ["A7"], minutes: 5, run };
