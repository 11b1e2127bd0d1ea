/** Where /login?redirect= may lead. The rule is in the model: the server applies it to return addresses of payments. */
import { ownPath } from "../../../convex/base/rules/ownPath";
import { paths } from "./paths";

export function redirectTarget(wanted: string | null): string {
  return ownPath(wanted) ?? paths.dashboard;
}
