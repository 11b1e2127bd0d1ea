/** A card that leads to a page of the portal. */
import { ChevronRight, type LucideIcon } from "lucide-react";
import { Link } from "react-router-dom";

export function PlaceCard(props: {
  to: string;
  icon: LucideIcon;
  title: string;
  text: string;
}) {
  const { to, icon: Icon, title, text } = props;
  return (
    <Link
      to={to}
      className="duration-fast flex items-center gap-4 rounded-lg border border-line bg-surface p-4 transition-colors hover:bg-sunken active:bg-pressed sm:p-5"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-md bg-brand-soft text-brand-text">
        <Icon className="size-6" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-lg font-bold tracking-tight">{title}</span>
        <span className="block text-ink-2">{text}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-3" />
    </Link>
  );
}
