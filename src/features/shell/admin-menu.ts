/** The menu of the admin portal, and which item is current. */
import type { LucideIcon } from "lucide-react";
import { paths } from "../../lib/address/paths";

/** An address with its name and icon. The platform's items are separate, below the others. */
export type AdminMenu = readonly MenuPlace[];
type MenuPlace = {
  to: string;
  label: string;
  icon: LucideIcon;
  ofPlatform?: true;
  /** Counts what no admin has read there. */
  marked?: true;
  /** Addresses that belong to this page but are not below it. */
  leadsTo?: readonly string[];
};

/** Whether a page is the item's own, or belongs to it. */
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
