/** Replays an archive in a database that no engine has open. */
import { rmSync } from "node:fs";
import { BatchWriter } from "../../storage/writer/batch-writer.ts";
import { CatalogWriter } from "../../storage/writer/catalog-writer.ts";
import type { CatalogRequest } from "../../storage/journal/follower.ts";
import { contentOf, type FoundRecord } from "../../storage/journal/record.ts";
import { databaseFile } from "../../storage/opening/layout.ts";
import { ANSWER_LIMITS } from "../../storage/commits/kept-answers.ts";
import { Places } from "../../storage/catalog/places.ts";
import { sealFile } from "../../storage/opening/seal.ts";
import { type Connection, connect } from "../../storage/database/sqlite.ts";

export class Replay {
  readonly #connection: Connection;
  readonly #batches: BatchWriter;
  readonly #catalog: CatalogWriter;
  #changes: number;

  /** Removes the seal, so that the next opening checks everything and begins a new history there. */
  constructor(folder: string) {
    rmSync(sealFile(folder), { force: true });
    this.#connection = connect(databaseFile(folder));
    // Durability does not matter before the replay is complete.
    this.#connection.pragma("synchronous = OFF");
    this.#connection.pragma("wal_autocheckpoint = 4096");
    const places = new Places(this.#connection);
    this.#batches = new BatchWriter(this.#connection, ANSWER_LIMITS, places);
    this.#catalog = new CatalogWriter(this.#connection, places);
    this.#changes = this.#meta("catalogChanges");
  }

  /** @returns false when it needs missing tables */
  record(record: FoundRecord): boolean {
    if (record.catalog > this.#changes) return false;
    this.#batches.write({
      kind: "batch",
      ts: record.ts,
      sequence: record.sequence,
      chain: record.crc,
      ...contentOf(record),
    });
    return true;
  }

  /** @returns false when it cannot be repeated */
  change(catalog: number, request: CatalogRequest | null): boolean {
    if (catalog <= this.#changes) return true;
    if (request === null || catalog !== this.#changes + 1) return false;
    if (request.kind === "prepare") this.#prepare(request);
    else if (!this.#publish(request)) return false;
    this.#changes = catalog;
    return true;
  }

  close(): void {
    this.#connection.pragma("synchronous = FULL");
    this.#connection.pragma("wal_checkpoint(TRUNCATE)");
    this.#connection.close();
  }

  #prepare(request: CatalogRequest & { kind: "prepare" }): void {
    // An unfinished index may have had the number before.
    const entries = this.#connection.prepare(
      "DELETE FROM entries WHERE idx = ?",
    );
    const index = this.#connection.prepare(
      "DELETE FROM indexes WHERE id = ? AND state <> 'ready'",
    );
    for (const { id } of request.indexes)
      if (index.run(id).changes > 0) entries.run(id);
    this.#catalog.prepare(request);
  }

  #publish(request: CatalogRequest & { kind: "publish" }): boolean {
    const rows = this.#connection
      .prepare(
        "SELECT id, tbl, name, fields FROM indexes WHERE state = 'building'",
      )
      .all() as { id: number; tbl: number; name: string; fields: string }[];
    const building = new Map(rows.map((row) => [row.id, row]));
    for (const id of request.ready) {
      const row = building.get(id);
      if (row === undefined) return false;
      const { name, tbl: table } = row;
      const fields = JSON.parse(row.fields) as string[];
      const index = { id, name, table, fields };
      let after: string | null = "";
      while (after !== null)
        after = this.#catalog.backfill({ kind: "backfill", index, after });
    }
    this.#catalog.publish(request);
    return true;
  }

  #meta(name: string): number {
    const value = this.#connection
      .prepare("SELECT value FROM meta WHERE name = ?")
      .pluck()
      .get(name);
    return Number(value);
  }
}
