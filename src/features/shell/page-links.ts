/** The owner's pages besides the dashboard, in the order of the sidebar and of a phone's Manage tab. */
import {
  ChartColumn,
  LifeBuoy,
  Printer,
  Settings,
  Tv,
  type LucideIcon,
} from "lucide-react";
import { displayPath } from "../../lib/address/display-path";
import { paths } from "../../lib/address/paths";
import { dashboard as strings } from "../../strings/dashboard";

type PageLink = {
  label: string;
  icon: LucideIcon;
  to: string;
  /** For a separate screen, such as the display. */
  newTab?: true;
  marked?: true;
};

export function pageLinks(businessId: string): readonly PageLink[] {
  const { posters, board } = strings.sharing;
  return [
    { label: strings.places.reports, icon: ChartColumn, to: paths.reports },
    { label: strings.places.profile, icon: Settings, to: paths.profile },
    { label: posters, icon: Printer, to: paths.poster },
    { label: board, icon: Tv, to: displayPath(businessId), newTab: true },
    {
      label: strings.places.support,
      icon: LifeBuoy,
      to: paths.support,
      marked: true,
    },
  ];
}
