/**
 * Outboxes: rows that ask for something outside the database, such as a text at Twilio.
 * 1. A mutation writes the row and calls `send`, which schedules an action.
 * 2. The action's first mutation calls `claim`. One try at a time gets the row. The action calls the service once.
 * 3. The action's last mutation writes the result, and calls `retry` if needed.
 * 4. A server that stops in between leaves the row behind; the job made by `resumed` sends it again.
 */
import type {
  FunctionArgs,
  OptionalRestArgs,
  SchedulableFunctionReference,
} from "convex/server";
import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { eachRow, job, type Due, type Job } from "./job";

type Spec<Table extends TableNames, Key> = {
  readonly table: Table;
  /** Whether a try may begin now. */
  readonly isDue: (row: Doc<Table>, now: number) => boolean;
  /** What a claim writes, to keep other tries away. */
  readonly claimed: (row: Doc<Table>, now: number) => Partial<Doc<Table>>;
  /** The action, made by `toSend`. */
  readonly action: (key: Key) => Send;
};

/** Schedules a function: at a time, or for when this transaction is done. */
export type Send = (
  scheduler: MutationCtx["scheduler"],
  at: number | undefined,
) => Promise<unknown>;

export function toSend<Action extends SchedulableFunctionReference>(
  action: Action,
  args: FunctionArgs<Action>,
): Send {
  // TypeScript does not see that these are the function's rest arguments.
  const rest = [args] as unknown as OptionalRestArgs<Action>;
  return async (scheduler, at) =>
    at === undefined
      ? await scheduler.runAfter(0, action, ...rest)
      : await scheduler.runAt(at, action, ...rest);
}

/** One kind of row that is sent. `Key`: the fields that its action is called with. Times in ms. */
export type Outbox<Table extends TableNames, Key = { _id: Id<Table> }> = {
  /** Schedules the action for the end of this transaction, or for a time. */
  readonly send: (ctx: MutationCtx, key: Key, at?: number) => Promise<void>;
  /** Begins a try and returns the row; null if it is gone, not due, or being tried. */
  readonly claim: (
    ctx: MutationCtx,
    id: Id<Table>,
    now: number,
  ) => Promise<Doc<Table> | null>;
  /** Writes the result of a try, and schedules the next one. */
  readonly retry: (
    ctx: MutationCtx,
    row: Doc<Table> & Key,
    fields: Partial<Doc<Table>>,
    at: number,
  ) => Promise<void>;
  /** The job that sends due rows again. @param rows per step */
  readonly resumed: (due: Due<Doc<Table> & Key>, rows?: number) => Job;
};

/** The constant needs its type: `action` names a function that imports it. */
export function outbox<Table extends TableNames, Key>(
  spec: Spec<Table, Key>,
): Outbox<Table, Key> {
  const send = async (ctx: MutationCtx, key: Key, at?: number) => {
    await spec.action(key)(ctx.scheduler, at);
  };
  const patch = async (
    ctx: MutationCtx,
    row: Doc<Table>,
    fields: Partial<Doc<Table>>,
  ) => {
    // The fields are unknown for a table in a type parameter.
    await ctx.db.patch(spec.table, row._id, fields as never);
    return { ...row, ...fields };
  };
  return {
    send,
    claim: async (ctx, id, now) => {
      const row = await ctx.db.get(spec.table, id);
      if (row === null || !spec.isDue(row, now)) return null;
      return await patch(ctx, row, spec.claimed(row, now));
    },
    retry: async (ctx, row, fields, at) => {
      await patch(ctx, row, fields);
      await send(ctx, row, at);
    },
    resumed: (due, rows = 100) =>
      job({
        due,
        work: eachRow(async (ctx, row) => await send(ctx, row)),
        rows,
      }),
  };
}
