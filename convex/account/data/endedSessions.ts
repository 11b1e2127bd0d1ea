/** Deletes sessions that have ended, and refresh tokens left from ended sessions. */
import type { Doc } from "../../_generated/dataModel";
import { eachRow, job, type Due } from "../../base/data/job";
import { deleteTokens, SESSION_MS } from "./sessions";

/** Tokens of one session deleted per step. */
const TOKENS = 100;

/** Rows last thirty days from creation, so the ended ones are the oldest. A tablet's extended session is skipped. */
const ended =
  <Table extends "authSessions" | "authRefreshTokens">(
    table: Table,
  ): Due<Doc<Table>> =>
  async (ctx, at, page) => {
    const oldest = await ctx.db.query(table).paginate(page);
    const over = oldest.page.filter((row) => row.expirationTime < at);
    const isYoung = oldest.page.some(
      (row) => row._creationTime > at - SESSION_MS,
    );
    const isDone = oldest.isDone || (over.length === 0 && isYoung);
    return { ...oldest, page: over, isDone };
  };

export const endedSessions = job<Doc<"authSessions">>({
  due: ended("authSessions"),
  work: eachRow(async (ctx, { _id }) => {
    if ((await deleteTokens(ctx, _id, TOKENS)) === TOKENS) return "again";
    await ctx.db.delete("authSessions", _id);
    return "done";
  }),
});

export const endedTokens = job<Doc<"authRefreshTokens">>({
  due: ended("authRefreshTokens"),
  work: eachRow((ctx, { _id }) => ctx.db.delete("authRefreshTokens", _id)),
});
