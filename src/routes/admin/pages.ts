/** The pages of the admin portal, each with its address, its file and its place in the menu. */
import {
  Activity,
  LayoutGrid,
  LifeBuoy,
  Mailbox,
  ScrollText,
  ShieldCheck,
  Store,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType } from "react";
import {
  adminBusinessPath,
  adminFolders,
  adminParticipantsPath,
  adminPaths,
  adminQueuesPath,
} from "../../lib/address/admin-paths";
import { admin as strings } from "../../strings/admin/admin";
import { adminAccess } from "../../strings/admin/admin-access";
import { audit } from "../../strings/admin/audit";
import { helpdesk } from "../../strings/admin/helpdesk";
import { operations } from "../../strings/admin/operations";
import { visitors } from "../../strings/admin/visitors";

export type AdminPage = {
  /** An address, or a pattern of addresses that other pages lead to. */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Absent for a page that is not in the menu. */
  menu?: {
    label: string;
    icon: LucideIcon;
    /** Below the heading 'Platform'. */
    ofPlatform?: true;
    leadsTo?: readonly string[];
    /** Counts what no admin has read there. */
    marked?: true;
  };
};

const ID = ":id";

export const adminPages: readonly AdminPage[] = [
  {
    path: adminPaths.overview,
    load: () => import("./overview"),
    menu: { label: strings.menu.overview, icon: LayoutGrid },
  },
  {
    path: adminPaths.businesses,
    load: () => import("./businesses"),
    menu: {
      label: strings.menu.businesses,
      icon: Store,
      leadsTo: Object.values(adminFolders),
    },
  },
  { path: adminBusinessPath(ID), load: () => import("./business") },
  { path: adminQueuesPath(ID), load: () => import("./queues") },
  {
    path: adminParticipantsPath("queue", ID),
    load: async () => ({
      default: (await import("./participants")).QueueParticipantsScreen,
    }),
  },
  {
    path: adminParticipantsPath("business", ID),
    load: async () => ({
      default: (await import("./participants")).BusinessParticipantsScreen,
    }),
  },
  {
    path: adminPaths.support,
    load: () => import("./support"),
    menu: { label: helpdesk.menu, icon: LifeBuoy, marked: true },
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
  {
    path: adminPaths.audit,
    load: () => import("./audit"),
    menu: { label: audit.title, icon: ScrollText, ofPlatform: true },
  },
  {
    path: adminPaths.security,
    load: () => import("./security"),
    menu: {
      label: adminAccess.security.title,
      icon: ShieldCheck,
      ofPlatform: true,
    },
  },
];
