/** Where /login?redirect= may lead. The rule is in the model: the server applies it to return addresses of payments. */
import { ownPath } from "../../../convex/base/rules/ownPath";
import { paths } from "./paths";

/** The wanted page if it is one of ours, else the dashboard. */
export function redirectTarget(wanted: string | null): string {
  return ownPath(wanted) ?? paths.dashboard;
}
