/**
 * Every address of the admin portal, all below one page of the build (paths.ts: admin). Screens: routes/admin/pages.ts.
 */
import { paths } from "./paths";

export const adminPaths = {
  overview: paths.admin,
  businesses: `${paths.admin}/businesses`,
  /** Per business: adminQueuesPath, adminParticipantsPath. */
  queues: `${paths.admin}/queues`,
  participants: `${paths.admin}/participants`,
  support: `${paths.admin}/support`,
  visitors: `${paths.admin}/visitors`,
  audit: `${paths.admin}/audit`,
  operations: `${paths.admin}/operations`,
  security: `${paths.admin}/security`,
} as const;

/** One business. @param id of the business */
export function adminBusinessPath(id: string): string {
  return `${adminPaths.businesses}/${id}`;
}

/** A business's queues. @param id of the business */
export function adminQueuesPath(id: string): string {
  return `${adminPaths.queues}/${id}`;
}

/** The people of one queue, or of all queues of a business. @param id of the queue or the business */
export function adminParticipantsPath(
  of: "queue" | "business",
  id: string,
): string {
  return `${adminPaths.participants}/${of}/${id}`;
}

/** The admins' login page, leading back to the wanted page. */
export function adminLoginPath(wanted: string): string {
  return `${paths.adminLogin}?redirect=${encodeURIComponent(wanted)}`;
}
