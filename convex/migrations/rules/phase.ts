/**
 * Whether migrations run. If there are any, the launcher first deploys a copy of convex/ with true here. Its schema
 * also accepts older documents (wideSchema.ts), and its functions read their newest form (data/newestForm.ts).
 */
export const isMigrating: boolean = false;
