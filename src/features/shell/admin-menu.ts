/** The menu of the admin portal, and which item is current. */
import type { LucideIcon } from "lucide-react";
import { paths } from "../../lib/address/paths";

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
