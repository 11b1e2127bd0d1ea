/** The title of the join page, with the queue if there is only one, and the ways back to this device's tickets. */
import type { ReactNode } from "react";
import type { OpenQueue } from "./types";

export function JoinHead(props: {
  title: string;
  /** The only queue: there is no list then. */
  only?: OpenQueue;
  tickets: ReactNode;
}) {
  const { title, only, tickets } = props;
  return (
    <>
      <div>
        <h1 className="text-2xl font-extrabold tracking-tight wrap-anywhere">
          {title}
          {only && (
            <span className="font-semibold text-ink-2">
              {" · "}
              <bdi>{only.name}</bdi>
            </span>
          )}
        </h1>
        {only?.description && (
          <div className="short:hidden">
            <p
              className="line-clamp-2 text-sm wrap-anywhere text-ink-2"
              dir="auto"
            >
              {only.description}
            </p>
          </div>
        )}
      </div>
      {tickets}
    </>
  );
}
