/** The address of a business's board on the wall; apart from paths.ts, which every page loads. */
import { paths } from "./paths";

/** For a tab of its own. */
export function displayPath(businessId: string): string {
  return `${paths.display}?b=${encodeURIComponent(businessId)}`;
}
