/** A8: how many sign-ins at once affect the engine's main thread and its memory. */
import { join as joinPath } from "node:path";
import {
  ACCOUNTS,
  emailsOf,
  plantAccounts,
  trySignIn,
} from "../app/sign-ins.ts";
import type { EngineProcess } from "../../../engine/bench/deployment/process.ts";
import { openProduct, PASSWORD } from "../engine/product.ts";
import { SERVER_CPU } from "../../../engine/bench/measure/children.ts";
import {
  lagSinceLast,
  probeArgs,
  type Lag,
} from "../../../engine/bench/measure/loop-lag.ts";
import {
  forgetPeak,
  residentMib,
} from "../../../engine/bench/measure/memory.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const TOGETHER = 20;
const LAG_AT_MOST_MS = 20;
const MANY = 100;
/** Two hashes of 128 MiB at once, and half as much again for everything else. Four at once would need 512. */
const GROWTH_AT_MOST_MIB = 384;

async function signIn(url: string, emails: readonly string[]): Promise<void> {
  const tries = await Promise.all(
    emails.map((email) =>
      trySignIn(url, { flow: "signIn", email, password: PASSWORD }),
    ),
  );
  for (const { body } of tries)
    if (!body.includes('"refreshToken"')) throw new Error(body);
}

async function lagOfRounds(context: BenchContext, url: string, socket: string) {
  const emails = emailsOf("people", TOGETHER);
  await signIn(url, emails);
  const lags: Lag[] = [];
  for (let round = 0; round < context.rounds; round++) {
    await lagSinceLast(socket);
    await signIn(url, emails);
    lags.push(await lagSinceLast(socket));
  }
  return lags;
}

/** Peak growth of the engine's memory in MiB while this many people sign in at once. */
async function growth(engine: EngineProcess, people: number): Promise<number> {
  forgetPeak(engine.pid);
  const before = residentMib(engine.pid).now;
  await signIn(engine.url, emailsOf("people", people));
  return residentMib(engine.pid).peak - before;
}

async function run(context: BenchContext): Promise<void> {
  const socket = joinPath(context.folder, "a8-lag.sock");
  const { engine, owner } = await openProduct(
    {
      data: joinPath(context.folder, "a8"),
      cpu: SERVER_CPU,
      behindProxy: true,
      nodeArgs: probeArgs(socket),
    },
    { extra: [ACCOUNTS] },
  );
  await plantAccounts(engine.url, emailsOf("people", MANY), false);
  const lags = await lagOfRounds(context, engine.url, socket);
  const p99 = lags.map((lag) => lag.p99);
  context.report({
    id: `A8 lag of the engine's thread, ${TOGETHER} sign-ins at once`,
    unit: "ms",
    engine: { name: "p99", values: p99 },
    others: [{ name: "longest", values: lags.map((lag) => lag.max) }],
    lines: [
      {
        label: "worst p99 in ms",
        ratio: Math.max(...p99),
        atMost: LAG_AT_MOST_MS,
        slack: 0,
      },
    ],
  });
  const people = Math.round(MANY * context.effort);
  const grown = await growth(engine, people);
  context.report({
    id: `A8 memory, ${people} sign-ins at once`,
    unit: "MiB",
    engine: { name: "growth", values: [grown] },
    others: [],
    lines: [
      {
        label: "growth in MiB",
        ratio: grown,
        atMost: GROWTH_AT_MOST_MIB,
        slack: 0,
      },
    ],
  });
  owner.close();
  await engine.kill();
}

export const signIns: FigureGroup = { ids: ["A8"], minutes: 1, run };
