/** The pages of the admin portal, a line each: its address, its file, and its place in the menu. */
import {
  Activity,
  LayoutGrid,
  LifeBuoy,
  Mailbox,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType } from "react";
import { adminPaths } from "../../lib/admin-paths";
import { admin as texts } from "../../texts/admin";
import { helpdesk } from "../../texts/helpdesk";
import { operations } from "../../texts/operations";
import { visitors } from "../../texts/visitors";

export type AdminPage = {
  /** An address, or a pattern of addresses that are reached from other pages. */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Absent for a page that is not in the menu. */
  menu?: {
    label: string;
    icon: LucideIcon;
    /** Below the heading 'Platform'. */
    ofPlatform?: true;
  };
};

/** In the order of the menu. */
export const adminPages: readonly AdminPage[] = [
  {
    path: adminPaths.overview,
    load: () => import("./overview"),
    menu: { label: texts.menu.overview, icon: LayoutGrid },
  },
  {
    path: adminPaths.support,
    load: () => import("./support"),
    menu: { label: helpdesk.menu, icon: LifeBuoy },
  },
  {
    path: adminPaths.operations,
    load: () => import("./operations"),
    menu: { label: operations.menu, icon: Activity, ofPlatform: true },
  },
  {
    path: adminPaths.visitors,
    load: () => import("./visitors"),
    menu: { label: visitors.menu, icon: Mailbox, ofPlatform: true },
  },
];
