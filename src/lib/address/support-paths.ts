/** The addresses of one matter with support. */
import { paths } from "./paths";

/** The parameter of an address that names the matter. E-mails lead there as well (convex/upkeep/mails.ts). */
export const THREAD = "thread";

/** Of the owner's page. */
export function supportThreadPath(threadId: string): string {
  return `${paths.support}?${THREAD}=${encodeURIComponent(threadId)}`;
}
