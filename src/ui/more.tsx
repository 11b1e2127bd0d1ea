/** The button below a growing list; empty at its end. Stays, with the focus, while the next page loads. */
import type { ReactNode } from "react";
import type { List } from "../lib/server/use-list";
import { Button } from "./button";

export function More(props: {
  list: Pick<List<unknown>, "more" | "isLoadingMore">;
  className?: string;
  children: ReactNode;
}) {
  const { list, className, children } = props;
  const { more, isLoadingMore } = list;
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
