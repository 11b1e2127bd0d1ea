/** The addresses of one support thread. */
import { paths } from "./paths";

export const THREAD = "thread";

export function supportThreadPath(threadId: string): string {
  return `${paths.support}?${THREAD}=${encodeURIComponent(threadId)}`;
}
