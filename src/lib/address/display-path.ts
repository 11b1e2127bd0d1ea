/** The address of a business's display. Separate from paths.ts, which every page loads. */
import { paths } from "./paths";

/** Opens in its own tab. */
export function displayPath(businessId: string): string {
  return `${paths.display}?b=${encodeURIComponent(businessId)}`;
}
