/** '#5 says they were not served': shown at the desk and settled with one press (product.md T15). */
import { CircleHelp } from "lucide-react";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { cn } from "../../../lib/cn";
import { dashboard as strings } from "../../../strings/dashboard";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { passFocus } from "../../../ui/pass-focus";
import type { Board } from "../types";
import type { Desk } from "../use-desk";

export function NotServedNotice({
  board,
  desk,
  docked = false,
}: {
  board: Board | null | undefined;
  desk: Desk;
  docked?: boolean;
}) {
  const all = board?.notServed ?? [];
  const letter = board?.letter ?? null;
  const people = docked ? all.slice(0, 1) : all;
  // Always rendered: screen readers announce only changes in an existing region.
  return (
    <div
      role="status"
      className={
        people.length > 0
          ? cn("grid gap-3", docked && "border-b border-line p-3")
          : "sr-only"
      }
    >
      {people.map((person) => (
        <Banner
          key={person.ticketId}
          tone="warn"
          icon={CircleHelp}
          spoken={false}
        >
          <p>
            {strings.desk.saysNotServed(ticketName(letter, person.number))}{" "}
            {person.name !== null && <bdi>{person.name}</bdi>}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {person.canBringBack && (
              <Button
                ref={passFocus}
                aria-label={strings.desk.bringBackOne(
                  ticketName(letter, person.number),
                )}
                onClick={() => desk.move("bringBack", person)}
              >
                {strings.desk.bringBack}
              </Button>
            )}
            <Button
              ref={passFocus}
              aria-label={strings.desk.dismissOne(
                ticketName(letter, person.number),
              )}
              onClick={() => desk.move("dismiss", person)}
            >
              {strings.desk.dismiss}
            </Button>
          </div>
        </Banner>
      ))}
    </div>
  );
}
