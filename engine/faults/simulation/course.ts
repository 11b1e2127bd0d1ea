/** One course of a simulated engine, decided by a seed. Reports what contradicts the same writes on a plain list. */
import fc from "fast-check";
import type {
  FunctionRunner,
  MutationResult,
} from "../../functions/function-types.ts";
import { CONVEX_LIMITS } from "../../sync/caller-limits.ts";
import { MemoryBudget } from "../../memory/memory-budget.ts";
import type { Session } from "../../sync/session.ts";
import type { Transaction } from "../../transactions/transaction-types.ts";
import type { JsonDocument, JsonValue, Timestamp } from "../../values/json.ts";
import {
  inTransaction,
  mutationProgram,
  onList,
  type Program,
  queryProgram,
  run,
} from "../../tests/transactions/programs.ts";
import { MessageTurns } from "../../sync/message-turns.ts";
import { SimulatedClient } from "./simulated-client.ts";
import type { SimulatedEngine } from "./simulated-engine.ts";
import { BY_KIND, SimulatedStore, TABLE } from "./simulated-store.ts";
import { Turns } from "./turns.ts";

type Act =
  | { readonly verb: "mutate"; readonly program: Program }
  | { readonly verb: "watch"; readonly program: Program }
  | { readonly verb: "unwatch" | "reconnect" }
  | { readonly verb: "stall"; readonly turns: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      verb: fc.constant("mutate"),
      program: mutationProgram,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ verb: fc.constant("watch"), program: queryProgram }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constantFrom("unwatch", "reconnect") }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant("stall"),
      turns: fc.integer({ min: 1, max: 12 }),
    }),
  },
);

export type Course = {
  readonly clients: readonly (readonly Act[])[];
  readonly seed: number;
};
export const course: fc.Arbitrary<Course> = fc.record({
  clients: fc.array(fc.array(act, { minLength: 1, maxLength: 8 }), {
    minLength: 2,
    maxLength: 4,
  }),
  seed: fc.noShrink(fc.integer()),
});

type Done = {
  readonly program: Program;
  readonly ts: Timestamp;
  /** Programs that wrote nothing have the newest commit's timestamp. */
  readonly place: number;
  readonly seen: readonly JsonValue[];
  readonly inserted: readonly JsonDocument[];
};

/** @returns the errors, in words, and everything that was seen, in order */
export async function runCourse(
  engine: SimulatedEngine,
  { clients: acts, seed }: Course,
): Promise<{ wrong: readonly string[]; trace: string }> {
  const turns = new Turns(seed);
  const store = new SimulatedStore(engine, turns);
  const done: Done[] = [];
  const host = open(engine, store, turns, done);
  const clients = acts.map(
    (_, i) =>
      new SimulatedClient(`client ${i}`, (connection) => {
        const account = host.memory.open(null, 1 << 24, null);
        const info = { ip: null, userAgent: null };
        return new engine.Session(host, connection, info, account);
      }),
  );
  for (const [i, client] of clients.entries())
    void perform(client, acts[i] ?? [], turns, (session) =>
      host.turns.wake(session),
    );
  await turns.untilQuiet();
  host.subscriptions.stop();
  for (const client of clients) client.end();
  const wrong = [
    ...host.faults,
    ...clients.flatMap((client) => client.wrong),
    ...(await contradictions(done, clients)),
  ];
  const shown = clients.map((client) => client.shown);
  return { wrong, trace: withoutIds(JSON.stringify([done, shown])) };
}

async function perform(
  client: SimulatedClient,
  acts: readonly Act[],
  turns: Turns,
  wake: (session: Session) => void,
): Promise<void> {
  for (const one of acts) {
    await turns.next();
    if (one.verb === "stall") {
      const end = client.stall();
      for (let i = 0; i < one.turns; i++) await turns.next();
      wake(end());
    } else if (one.verb === "mutate") client.mutate(one.program);
    else if (one.verb === "watch") client.watch(one.program);
    else client[one.verb]();
  }
}

/** Everything between the store and the sessions, connected as in engine.ts and sync-server.ts. */
function open(
  engine: SimulatedEngine,
  store: SimulatedStore,
  turns: Turns,
  done: Done[],
) {
  let now = 1000;
  let places = 0;
  const faults: string[] = [];
  const database = engine.openDatabase(store.asStore, { now: () => ++now });
  const accessOf = (transaction: Transaction, inserted: JsonDocument[]) => ({
    ...inTransaction(transaction, { table: TABLE, byKind: BY_KIND }, inserted),
    pause: async (count: number) => {
      for (let i = 0; i < count; i++) await turns.next();
    },
  });
  const runner: FunctionRunner = {
    async runQuery(_path, args, _caller, _journal, at) {
      const { program } = args as unknown as { program: Program };
      const { value, ts, reads } = await database.runQuery(
        (transaction) => run(program, accessOf(transaction, [])),
        at,
      );
      const text = JSON.stringify(value);
      const outcome = { ok: true as const, value: text, logLines: [] };
      const unread = { journal: null, identityRead: false, cost: 0 };
      return { outcome, ts, reads, ...unread };
    },
    async runMutation(_path, args): Promise<MutationResult> {
      const { program } = args as unknown as { program: Program };
      let inserted: JsonDocument[] = [];
      let place = 0;
      const { value: seen, ts } = await database.runMutation(
        async (transaction) => {
          inserted = [];
          const value = await run(program, accessOf(transaction, inserted));
          place = places++;
          return { value };
        },
      );
      try {
        await database.whenDurable(ts);
      } catch (error) {
        return { ok: false, message: String(error), logLines: [] };
      }
      done.push({ program, ts, place, seen, inserted });
      return { ok: true, value: "null", ts, logLines: [] };
    },
    runAction: absent,
    runHttpAction: absent,
    describe: () => undefined,
    onDeploy: () => () => undefined,
  };
  const publisher = new engine.Publisher((_query, error) => {
    faults.push(String(error));
  });
  const memory = new MemoryBudget(CONVEX_LIMITS.memory);
  const sources = { runner, database, systemQueries: new Map() };
  return {
    ...{ runner, memory, faults },
    subscriptions: new engine.SubscriptionManager(sources, publisher),
    lastTs: () => database.lastTs,
    catchUp: () => undefined,
    authenticator: { verifyToken: absent, isAdminKey: () => false },
    frames: new engine.TransitionFrames(),
    limits: CONVEX_LIMITS,
    turns: publisher,
    messages: new MessageTurns(),
    report: (error: unknown) => void faults.push(String(error)),
  };
}

const absent = () =>
  Promise.reject(new Error("The simulation has none of these."));

/** Repeats the mutations in commit order, and compares the results with what was seen and shown. */
async function contradictions(
  done: Done[],
  clients: readonly SimulatedClient[],
): Promise<string[]> {
  const wrong: string[] = [];
  const list = new Map<string, JsonDocument>();
  const states: { ts: Timestamp; list: Map<string, JsonDocument> }[] = [
    { ts: 0, list: new Map() },
  ];
  done.sort((x, y) => x.ts - y.ts || x.place - y.place);
  for (const { program, seen, inserted, ts } of done) {
    const now = await run(program, onList(list, inserted));
    if (JSON.stringify(now) !== JSON.stringify(seen))
      wrong.push(`at ${ts} a mutation saw ${JSON.stringify([seen, now])}`);
    states.push({ ts, list: new Map(list) });
  }
  for (const { shown } of clients)
    for (const [i, { ts, values }] of shown.entries()) {
      // The last one stays on the screen.
      const isLast = i === shown.length - 1;
      const state = states.findLast((one) => isLast || one.ts <= ts);
      for (const [program, value] of values) {
        const fresh = await run(program, onList(new Map(state?.list), []));
        if (JSON.stringify(fresh) !== value)
          wrong.push(
            `at ${ts} ${value} was shown, not ${JSON.stringify(fresh)}`,
          );
      }
    }
  return wrong;
}

function withoutIds(text: string): string {
  const names = new Map<string, string>();
  return text.replaceAll(/[0-9a-z]{32}/g, (id) => {
    const name = names.get(id) ?? `id ${names.size}`;
    names.set(id, name);
    return name;
  });
}
