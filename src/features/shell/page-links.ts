/** The owner's pages besides the dashboard, a line each: the sidebar and a phone's Manage tab list them in this order. */
import { Printer, Settings, type LucideIcon } from "lucide-react";
import { paths } from "../../lib/paths";
import { dashboard as texts } from "../../texts/dashboard";

type PageLink = {
  label: string;
  icon: LucideIcon;
  /** An address of ours. */
  to: string;
  /** For a screen of its own, such as one on the wall. */
  newTab?: true;
};

/** @param _businessId for addresses that name the business */
export function pageLinks(_businessId: string): readonly PageLink[] {
  return [
    { label: texts.places.profile, icon: Settings, to: paths.profile },
    { label: texts.sharing.posters, icon: Printer, to: paths.poster },
  ];
}
