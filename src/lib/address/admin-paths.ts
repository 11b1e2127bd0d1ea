/** Every address of the admin portal, all below one page of the build. Screens: routes/admin/pages.ts. */
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

export function adminBusinessPath(id: string): string {
  return `${adminPaths.businesses}/${id}`;
}

export function adminQueuesPath(id: string): string {
  return `${adminPaths.queues}/${id}`;
}

export function adminParticipantsPath(
  of: "queue" | "business",
  id: string,
): string {
  return `${adminPaths.participants}/${of}/${id}`;
}

export function adminLoginPath(wanted: string): string {
  return `${paths.adminLogin}?redirect=${encodeURIComponent(wanted)}`;
}
