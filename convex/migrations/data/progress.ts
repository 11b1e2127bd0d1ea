/** Runs migrations in batches; rows of `migrations` store the progress. */
import { ConvexError } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Migration, Progress } from "../rules/define";
import { inStoredForm, lookupIn } from "./newestForm";

type Row = Doc<"migrations">;

/** More than a project ever has. */
const MAX_ROWS = 1_000;

const UNTOUCHED: Omit<Progress, "name"> = {
  cursor: null,
  isDone: false,
  processed: 0,
  startedAt: null,
  finishedAt: null,
  error: null,
};

/** Runs one batch of the first unfinished migration; repeatable. @returns whether none was left @throws ConvexError */
export async function migrateBatch(
  ctx: MutationCtx,
  migrations: readonly Migration[],
  now: number,
): Promise<boolean> {
  const found = await firstPending(ctx, migrations);
  if (found === null) return true;
  const { migration, row, progress } = found;
  const db = inStoredForm(ctx.db);
  const { page, isDone, continueCursor } = await db
    .query(migration.table as "migrations")
    .paginate({ cursor: progress.cursor, numItems: migration.batchSize });
  for (const document of page) await migrateDocument(db, migration, document);
  await save(ctx, row, {
    ...progress,
    cursor: continueCursor,
    isDone,
    processed: progress.processed + page.length,
    startedAt: progress.startedAt ?? now,
    finishedAt: isDone ? now : null,
    error: null,
  });
  return false;
}

/** Records why the current migration stopped, until one of its batches succeeds. */
export async function noteFailure(
  ctx: MutationCtx,
  migrations: readonly Migration[],
  error: string,
): Promise<void> {
  const found = await firstPending(ctx, migrations);
  if (found === null) return;
  await save(ctx, found.row, { ...found.progress, error });
}

/** Every migration in order. @throws ConvexError like migrateBatch */
export async function progressOf(
  ctx: QueryCtx,
  migrations: readonly Migration[],
): Promise<Progress[]> {
  const rows = await knownRows(ctx, migrations);
  return migrations.map(({ name }) => progressIn(rows.get(name), name));
}

async function migrateDocument(
  db: MutationCtx["db"],
  { name, table, migrateOne }: Migration,
  document: Row,
): Promise<void> {
  try {
    const patch = await migrateOne(document, lookupIn(db));
    if (patch === undefined) return;
    await db.patch(table as "migrations", document._id, patch);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ConvexError(
      `Migration "${name}" stopped at document ${document._id} of table "${table}": ${cause}`,
    );
  }
}

async function firstPending(ctx: QueryCtx, migrations: readonly Migration[]) {
  const rows = await knownRows(ctx, migrations);
  for (const migration of migrations) {
    const row = rows.get(migration.name);
    const progress = progressIn(row, migration.name);
    if (!progress.isDone) return { migration, row, progress };
  }
  return null;
}

function progressIn(row: Row | undefined, name: string): Progress {
  if (row === undefined) return { name, ...UNTOUCHED };
  const { _id, _creationTime, ...progress } = row;
  return progress;
}

/** @throws ConvexError if a newer version was deployed before, whose documents may have an unknown form */
async function knownRows(
  ctx: QueryCtx,
  migrations: readonly Migration[],
): Promise<Map<string, Row>> {
  const rows = await ctx.db.query("migrations").take(MAX_ROWS);
  const unknown = rows.find(
    (row) => !migrations.some(({ name }) => name === row.name),
  );
  if (unknown !== undefined)
    throw new ConvexError(
      `The data is from a newer version: migration "${unknown.name}" is not known here. Deploy that version or a newer one.`,
    );
  return new Map(rows.map((row) => [row.name, row]));
}

async function save(
  ctx: MutationCtx,
  row: Row | undefined,
  progress: Progress,
): Promise<void> {
  if (row === undefined) await ctx.db.insert("migrations", progress);
  else await ctx.db.patch("migrations", row._id, progress);
}
