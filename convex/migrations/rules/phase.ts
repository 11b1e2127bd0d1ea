/** Whether migrations run: true in the copy of convex/ that the launcher deploys first, if there are any. */
export const isMigrating: boolean = false;
