/** A person, an invitation or a tablet in its list: who, facts, and what can be done. */
import type { ReactNode } from "react";
import { useFreshness } from "../../lib/server/connection";
import { Button, type ButtonProps } from "../../ui/button";
import { passFocus } from "../../ui/pass-focus";

export function TeamRow(props: {
  who: string;
  mark?: ReactNode;
  /** Null is left out. */
  facts: readonly (string | null)[];
  children: ReactNode;
}) {
  const { who, mark, facts, children } = props;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          <bdi className="text-left">{who}</bdi>
          {mark}
        </p>
        <ul className="flex flex-wrap gap-x-3 text-sm wrap-anywhere text-ink-2">
          {facts.map(
            (fact) =>
              fact !== null && (
                <li key={fact}>
                  <bdi>{fact}</bdi>
                </li>
              ),
          )}
        </ul>
      </div>
      {children}
    </li>
  );
}

/** Of a row; it needs the connection. */
export function RowButton(props: ButtonProps) {
  const { live } = useFreshness();
  // The row may disappear with it.
  return (
    <Button ref={passFocus} className="acts" disabled={!live} {...props} />
  );
}
