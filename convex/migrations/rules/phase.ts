/**
 * Which of two deployments this is. The launcher first deploys a copy of
 * convex/ in which this file says true, when there are migrations to run: its
 * schema takes older documents too (wideSchema.ts), and its functions see them
 * in their newest form (data/newestForm.ts).
 */
export const isMigrating: boolean = false;
