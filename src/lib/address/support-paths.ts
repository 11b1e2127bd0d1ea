/** The addresses of one support thread. */
import { adminPaths } from "./admin-paths";
import { paths } from "./paths";

export const THREAD = "thread";

const threadAt = (path: string) => (threadId: string) =>
  `${path}?${THREAD}=${encodeURIComponent(threadId)}`;

export const supportThreadPath = threadAt(paths.support);
export const adminThreadPath = threadAt(adminPaths.support);
