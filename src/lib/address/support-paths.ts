/** The addresses of one support thread. */
import { paths } from "./paths";

/** The address parameter that names the thread. E-mails use it too (convex/upkeep/mails.ts). */
export const THREAD = "thread";

/** On the owner's page. */
export function supportThreadPath(threadId: string): string {
  return `${paths.support}?${THREAD}=${encodeURIComponent(threadId)}`;
}
