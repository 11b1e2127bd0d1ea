/** Every address of the admin portal. Screens: routes/admin/pages.ts. */
import { paths } from "./paths.ts"; // with .ts, because build/ loads this file in Node

/** Pages, besides the login. */
export const adminPaths = {
  overview: paths.admin,
  businesses: `${paths.admin}/businesses`,
  support: `${paths.admin}/support`,
  visitors: `${paths.admin}/visitors`,
  audit: `${paths.admin}/audit`,
  operations: `${paths.admin}/operations`,
  security: `${paths.admin}/security`,
} as const;

/** In each of these is one page per id. */
export const adminFolders = {
  businesses: adminPaths.businesses,
  queues: `${paths.admin}/queues`,
  queueParticipants: `${paths.admin}/participants/queue`,
  businessParticipants: `${paths.admin}/participants/business`,
} as const;

export function adminBusinessPath(id: string): string {
  return `${adminFolders.businesses}/${id}`;
}

export function adminQueuesPath(id: string): string {
  return `${adminFolders.queues}/${id}`;
}

export function adminParticipantsPath(
  of: "queue" | "business",
  id: string,
): string {
  return `${adminFolders[`${of}Participants`]}/${id}`;
}

export function adminLoginPath(wanted: string): string {
  return `${paths.adminLogin}?redirect=${encodeURIComponent(wanted)}`;
}
