/** A8: how many sign-ins at once affect the engine's main thread and its memory. */
import { join as joinPath } from "node:path";
import {
  ACCOUNTS,
  emailsOf,
  plantAccounts,
  trySignIn,
} from "../app/sign-ins.ts";
import type { EngineProcess } from "../../../engine/bench/deployment/process.ts";
import { benchProduct, close, PASSWORD } from "../engine/product.ts";
import { bounded } from "../../../engine/bench/measure/figure.ts";
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
  const product = await benchProduct(context, "a8", [ACCOUNTS], {
    behindProxy: true,
    nodeArgs: probeArgs(socket),
  });
  const { engine } = product;
  await plantAccounts(engine.url, emailsOf("people", MANY), false);
  const lags = await lagOfRounds(context, engine.url, socket);
  const p99 = lags.map((lag) => lag.p99);
  context.report(
    bounded(
      `A8 lag of the engine's thread, ${TOGETHER} sign-ins at once`,
      "ms",
      { p99, longest: lags.map((lag) => lag.max) },
      ["worst p99 in ms", Math.max(...p99)],
      { atMost: LAG_AT_MOST_MS },
    ),
  );
  const people = Math.round(MANY * context.effort);
  const grown = await growth(engine, people);
  context.report(
    bounded(
      `A8 memory, ${people} sign-ins at once`,
      "MiB",
      { growth: [grown] },
      ["growth in MiB", grown],
      { atMost: GROWTH_AT_MOST_MIB },
    ),
  );
  await close(product);
}

export const signIns: FigureGroup = { ids: ["A8"], minutes: 1, run };
