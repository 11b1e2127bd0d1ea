/**
 * What a follower of the journal receives, in order: each record once it is on disk, each catalog change once the database has
 * it. The follower is in snapshots/archive/.
 */
import type {
  PrepareCatalog,
  PublishCatalog,
} from "../writer/writer-messages.ts";
import type { RecordHead } from "./record.ts";

export type FollowedRecord = Omit<RecordHead, "opened"> & {
  readonly kind: "record";
  readonly crc: number;
  /** Head and text, without the padding. Owned by the follower. */
  readonly bytes: Buffer;
};

export type CatalogRequest = PrepareCatalog | PublishCatalog;

export type FollowedChange = {
  readonly kind: "change";
  /** Catalog changes so far, this one included. */
  readonly catalog: number;
  /** The request that repeats it elsewhere; null when documents came with it, which cannot be repeated. */
  readonly request: CatalogRequest | null;
};

export type Followed = FollowedRecord | FollowedChange;

/** Must neither wait nor throw. */
export type Follower = (item: Followed) => void;
