/**
 * Drafts of tables: documents written beside the tables while reads and writes continue. They become the tables' content, or
 * are added to it, atomically. The next start removes drafts of a process that ended. Choosing the documents is up to
 * snapshots/.
 */
import type { JsonText } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import { BY_CREATION_TIME, tableKey } from "./catalog.ts";
import { BY_ID, placeOfIndex } from "./places.ts";
import type {
  Catalog,
  DraftedTable,
  IndexInfo,
  TableDrafts,
  TableInfo,
} from "../storage-types.ts";
import type { IndexRow, Switch } from "../writer/writer-messages.ts";
import type { WriterClient } from "../writer/writer-client.ts";

type Draft = {
  readonly table: DraftedTable;
  /** Stands for the place of its documents. */
  readonly byId: IndexRow;
  readonly indexes: readonly IndexRow[];
  /** Indexes of the table when the draft began. */
  readonly before: readonly IndexInfo[];
};

export class WriterDrafts implements TableDrafts {
  readonly #writer: Pick<WriterClient, "request">;
  readonly #catalog: Catalog;
  readonly #giveUp: (indexes: readonly number[]) => void;
  readonly #drafts: ReadonlyMap<string, Draft>;
  #isContent = false;

  /**
   * @param nextIndexId returns ids that no index ever had
   * @param giveUp removes the content of indexes in the background
   */
  constructor(
    writer: Pick<WriterClient, "request">,
    catalog: Catalog,
    tables: readonly DraftedTable[],
    nextIndexId: () => number,
    giveUp: (indexes: readonly number[]) => void,
  ) {
    this.#writer = writer;
    this.#giveUp = giveUp;
    this.#catalog = catalog;
    this.#drafts = new Map(
      tables.map((table) => [tableKey(table), this.#draft(table, nextIndexId)]),
    );
  }

  /** Registers the drafts, so that a start after a crash finds their content. */
  async open(): Promise<void> {
    const indexes = [...this.#drafts.values()].flatMap((draft) => [
      draft.byId,
      ...draft.indexes,
    ]);
    await this.#writer.request({ kind: "prepare", tables: [], indexes });
  }

  async add(
    table: string,
    documents: readonly (readonly [id: string, body: JsonText])[],
  ): Promise<number> {
    const { byId, indexes, table: drafted } = this.#of(table);
    const place = placeOfIndex(byId.id);
    const known = await this.#writer.request({
      kind: "fill",
      ...{ place, table: drafted.number, indexes, documents },
    });
    return Number(known);
  }

  /**
   * What the switch changes, apart from the tables. Call it when nothing can change before the switch.
   * @param after all tables after the switch; the content of the others is dropped
   * @throws UserError when the tables' indexes have changed since the draft began
   */
  plan(
    ready: readonly IndexRow[],
    after: readonly TableInfo[],
  ): Pick<Switch, "ready" | "dropped" | "merged"> {
    const plan = { ready: [] as number[], dropped: [] as number[] };
    const merged: Switch["merged"][number][] = [];
    for (const { table, byId, indexes, before } of this.#drafts.values()) {
      const now = this.#existing(table);
      if (
        now.length !== before.length ||
        now.some((one, i) => one !== before[i])
      )
        throw new UserError(
          "Could not complete import because schema changed. Avoid modifying schema.ts while importing tables",
        );
      const own = [byId, ...indexes].map(({ id }) => id);
      if (table.isAddition && now.length > 0) {
        merged.push({
          from: placeOfIndex(byId.id),
          table: table.number,
          indexes: indexes.map(({ id }, i) => [id, now[i]?.id ?? 0] as const),
        });
        plan.dropped.push(...own);
        continue;
      }
      plan.ready.push(...own);
      const old = this.#catalog.table(table.name, table.namespace)?.number;
      for (const index of ready)
        if (index.table === old) plan.dropped.push(index.id);
    }
    const gone = new Set(
      this.#catalog
        .tables()
        .filter((old) => !after.some((one) => tableKey(one) === tableKey(old)))
        .map(({ number }) => number),
    );
    for (const { id, table } of ready)
      if (gone.has(table)) plan.dropped.push(id);
    return { ...plan, merged };
  }

  readyAfter(
    ready: readonly IndexRow[],
    plan: Pick<Switch, "ready" | "dropped">,
  ) {
    const dropped = new Set(plan.dropped);
    const own = new Set(plan.ready);
    const drafted = [...this.#drafts.values()].flatMap((draft) => [
      draft.byId,
      ...draft.indexes,
    ]);
    return [
      ...ready.filter(({ id }) => !dropped.has(id)),
      ...drafted.filter(({ id }) => own.has(id)),
    ];
  }

  /** Marks the drafts as the content of their tables, whatever fails from here on. */
  settle(): void {
    this.#isContent = true;
  }

  abandon(): void {
    if (this.#isContent) return;
    this.#giveUp(
      [...this.#drafts.values()].flatMap(({ byId, indexes }) =>
        [byId, ...indexes].map(({ id }) => id),
      ),
    );
  }

  #draft(table: DraftedTable, nextIndexId: () => number): Draft {
    const before = this.#existing(table);
    const { number } = table;
    const row = (name: string, fields: readonly string[]): IndexRow => ({
      id: nextIndexId(),
      table: number,
      name,
      fields,
    });
    const wanted =
      before.length > 0 ? before : [{ name: BY_CREATION_TIME, fields: [] }];
    return {
      table,
      before,
      byId: row(BY_ID, []),
      indexes: wanted.map(({ name, fields }) => row(name, fields)),
    };
  }

  #existing({ name, namespace }: TableInfo): readonly IndexInfo[] {
    const table = this.#catalog.table(name, namespace);
    return table === undefined ? [] : this.#catalog.indexesOf(table.number);
  }

  #of(key: string): Draft {
    const draft = this.#drafts.get(key);
    // Guard untested: callers have drafted it; the check is for the type.
    if (draft === undefined) throw new Error(`No draft of table ${key}`);
    return draft;
  }
}
