/** The top of a customer's page, with the business's name. */
import type { ReactNode } from "react";
import { Avatar } from "./avatar";

export function PageHeader(props: {
  name: string;
  picture: string | null;
  subtitle?: string;
  aside?: ReactNode;
  onGo?: boolean;
}) {
  const { name, picture, subtitle, aside, onGo = false } = props;
  return (
    <header className="flex items-center gap-3 px-5 pt-3 pb-1.5">
      <Avatar name={name} src={picture} onGo={onGo} />
      <div className="min-w-0 flex-1">
        <p
          className="truncate text-left font-bold"
          dir="auto"
          translate="no"
          title={name}
        >
          {name}
        </p>
        {subtitle && <p className="text-sm text-ink-2 tab">{subtitle}</p>}
      </div>
      {aside}
    </header>
  );
}
