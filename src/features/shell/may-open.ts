/** Which pages, and which parts of the dashboard, a role may open. */
import {
  may,
  type Need,
  type Role,
} from "../../../convex/business/rules/roles";
import { paths } from "../../lib/address/paths";

/** The others are for everybody at the counter. */
const needs: Readonly<Record<string, Need>> = {
  "manage-queues": "manageShop",
  "sms-settings": "manageShop",
  [paths.reports]: "manageShop",
  [paths.team]: "manageShop",
  [paths.poster]: "manageShop",
  [paths.support]: "manageShop",
  "calendar-settings": "ownShop",
  upgrade: "ownShop",
  [paths.subscriptionSuccess]: "ownShop",
};

/** @param place a page's path or a part's name */
export function mayOpen(role: Role, place: string): boolean {
  const need = needs[place];
  return need === undefined || may(role, need);
}
