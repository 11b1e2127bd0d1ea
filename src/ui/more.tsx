/** The button below a list that grows; nothing where there is no more of it. */
import type { ReactNode } from "react";
import type { List } from "../lib/server/use-list";
import { Button } from "./button";

/** Stays, with the focus, while the next page is on its way. */
export function More({
  list: { more, isLoadingMore },
  className,
  children,
}: {
  list: Pick<List<unknown>, "more" | "isLoadingMore">;
  className?: string;
  children: ReactNode;
}) {
  if (more === null && !isLoadingMore) return null;
  return (
    <Button
      className={className}
      busy={isLoadingMore}
      onClick={more ?? undefined}
    >
      {children}
    </Button>
  );
}
