/**
 * What somebody hears who follows the journal, in order: each record when it is on disk, each change of the catalog when
 * the database has it. Holds types only; snapshots/archive/ is who follows.
 */
import type { PrepareCatalog, PublishCatalog } from "../writer-messages.ts";
import type { RecordHead } from "./record.ts";

export type FollowedRecord = Omit<RecordHead, "opened"> & {
  readonly kind: "record";
  readonly crc: number;
  /** Head and text, without the zeros after them. The follower's own. */
  readonly bytes: Buffer;
};

export type CatalogRequest = PrepareCatalog | PublishCatalog;

export type FollowedChange = {
  readonly kind: "change";
  /** Changes so far, this one included. */
  readonly catalog: number;
  /** How it is made again elsewhere; null when it cannot be, because documents came with it. */
  readonly request: CatalogRequest | null;
};

export type Followed = FollowedRecord | FollowedChange;

/** Must neither wait nor throw. */
export type Follower = (item: Followed) => void;
