/** The pages of the admin portal, a line each: its address, its file, and its place in the menu. */
import { LayoutGrid, type LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import { adminPaths } from "../../lib/admin-paths";
import { admin as texts } from "../../texts/admin";

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
];
