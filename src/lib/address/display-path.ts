/** The address of a business's display. Separate from paths.ts, which every page loads. */
import { paths } from "./paths";

export function displayPath(businessId: string): string {
  return `${paths.display}?b=${encodeURIComponent(businessId)}`;
}
