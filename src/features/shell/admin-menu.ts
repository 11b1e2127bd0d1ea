/** What the menu of the admin portal holds, and which of it is where somebody is. */
import type { LucideIcon } from "lucide-react";
import { paths } from "../../lib/address/paths";

/** An address with its name and picture; those of the platform stand by themselves, below the others. */
export type AdminMenu = readonly MenuPlace[];
type MenuPlace = {
  to: string;
  label: string;
  icon: LucideIcon;
  ofPlatform?: true;
  /** Counts what no admin has read there. */
  marked?: true;
  /** Addresses that are reached from this page and are not below it. */
  leadsTo?: readonly string[];
};

/** Whether a page is the menu's, or one that belongs to it. */
export function isCurrent(
  { to, leadsTo = [] }: Pick<MenuPlace, "to" | "leadsTo">,
  pathname: string,
): boolean {
  const at = pathname.replace(/(?<!\/)\/+$/, "");
  const isBelow = (place: string) => at.startsWith(`${place}/`);
  return (
    at === to || (to !== paths.admin && isBelow(to)) || leadsTo.some(isBelow)
  );
}
