/** What the menu of the admin portal holds, and which of it is where somebody is. */
import type { LucideIcon } from "lucide-react";
import { paths } from "../../lib/paths";

/** An address with its name and picture; those of the platform stand by themselves, below the others. */
export type AdminMenu = readonly {
  to: string;
  label: string;
  icon: LucideIcon;
  ofPlatform?: true;
}[];

/** Whether a page is the menu's, or one below it. */
export function isCurrent(to: string, pathname: string): boolean {
  const at = pathname.replace(/\/+$/, "");
  return at === to || (to !== paths.admin && at.startsWith(`${to}/`));
}
