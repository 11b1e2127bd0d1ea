/** A3: what others wait for while one address asks as much as it can: HTTP actions, then codes for a password. */
import { Agent, request } from "node:http";
import { join as joinPath } from "node:path";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { pushPaths } from "../../../convex/messages/rules/pushMessages.ts";
import {
  ACCOUNTS,
  emailsOf,
  plantAccounts,
  trySignIn,
} from "../app/sign-ins.ts";
import { openProduct, PASSWORD } from "../engine/product.ts";
import { SERVER_CPU } from "../../../engine/bench/measure/children.ts";
import { ratioOf } from "../../../engine/bench/measure/figure.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const CONNECTIONS = 150;
const STRANGER = "198.51.100.7";
const SECONDS = 8;
const QUERY_AT_MOST_MS = 150;
const SIGN_IN_AT_MOST = 2;

type Ask = { path: string; body: object };
const receipt: Ask = { path: pushPaths.receipt, body: { receipt: "x" } };
const code: Ask = {
  path: "/api/action",
  body: {
    path: nameOf(api.account.current.requestPasswordReset),
    args: { email: "nobody@example.com" },
    format: "json",
  },
};

/** Sends one request from an address. @returns ms to the end of the answer */
function ask(
  port: number,
  { path, body }: Ask,
  { from, agent }: { from: string; agent?: Agent },
): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ port, path, method: "POST", ...(agent && { agent }) },
        headers: {
          "Content-Type": "application/json",
          "X-Forwarded-For": from,
        },
      },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve(performance.now() - begun));
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}

/** Queries and sign-ins of others for some seconds, one after the other. */
async function others(
  port: number,
  url: string,
  seconds: number,
): Promise<{ queries: number[]; signIns: number[] }> {
  const until = performance.now() + seconds * 1_000;
  const queries: number[] = [];
  const signIns: number[] = [];
  const query: Ask = {
    path: "/api/query",
    body: {
      path: nameOf(api.account.deployment.current),
      args: {},
      format: "json",
    },
  };
  const asking = async () => {
    for (let n = 0; performance.now() < until; n += 1) {
      queries.push(await ask(port, query, { from: `203.0.113.${n % 250}` }));
    }
  };
  const signing = async () => {
    const [email = ""] = emailsOf("people", 1);
    while (performance.now() < until) {
      const params = { flow: "signIn", email, password: PASSWORD };
      signIns.push((await trySignIn(url, params)).ms);
    }
  };
  await Promise.all([asking(), signing()]);
  return { queries, signIns };
}

/** The same while the stranger's connections ask without a pause. */
async function under(
  port: number,
  attack: Ask,
  watch: () => ReturnType<typeof others>,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let isOver = false;
  const connection = async () => {
    while (!isOver)
      await ask(port, attack, { from: STRANGER, agent }).catch(() => undefined);
  };
  const asking = Array.from({ length: CONNECTIONS }, connection);
  const seen = await watch();
  isOver = true;
  await Promise.all(asking);
  agent.destroy();
  return seen;
}

async function run(context: BenchContext): Promise<void> {
  const { engine, owner } = await openProduct(
    {
      data: joinPath(context.folder, "a3"),
      cpu: SERVER_CPU,
      behindProxy: true,
    },
    { extra: [ACCOUNTS] },
  );
  await plantAccounts(engine.url, emailsOf("people", 1), false);
  const watch = () => others(engine.port, engine.url, SECONDS * context.effort);
  const quiet = await watch();
  for (const [name, attack, port] of [
    ["HTTP actions", receipt, engine.sitePort],
    ["password codes", code, engine.port],
  ] as const) {
    const busy = await under(port, attack, watch);
    context.report({
      id: `A3 others' worst query, ${CONNECTIONS} connections of one address, ${name}`,
      unit: "ms",
      engine: { name: "attacked", values: [Math.max(...busy.queries)] },
      others: [{ name: "quiet", values: [Math.max(...quiet.queries)] }],
      lines: [
        {
          label: "worst in ms",
          ratio: Math.max(...busy.queries),
          atMost: QUERY_AT_MOST_MS,
          slack: 0,
        },
      ],
    });
    context.report({
      id: `A3 others' sign-in, ${name}`,
      unit: "ms",
      engine: { name: "attacked", values: busy.signIns },
      others: [{ name: "quiet", values: quiet.signIns }],
      lines: [
        {
          label: "attacked/quiet",
          ratio: ratioOf(busy.signIns, quiet.signIns),
          atMost: SIGN_IN_AT_MOST,
          slack: 0,
        },
      ],
    });
  }
  owner.close();
  await engine.kill();
}

export const strangers: FigureGroup = { ids: ["A3"], minutes: 1, run };
