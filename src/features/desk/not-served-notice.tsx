/** '#5 says they were not served': told where the desk works, and settled with one press. product.md T15. */
import { CircleHelp } from "lucide-react";
import { dashboard as texts } from "../../texts/dashboard";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { passFocus } from "../../ui/pass-focus";
import type { Board } from "./types";
import type { Desk } from "./use-desk";

/** One banner a person; nothing while all is well. */
export function NotServedNotice({
  board,
  desk,
}: {
  board: Board | null | undefined;
  desk: Desk;
}) {
  const people = board?.notServed ?? [];
  // Always there, because only a change in a region that is there is spoken.
  return (
    <div role="status" className={people.length > 0 ? "grid gap-3" : "sr-only"}>
      {people.map((person) => (
        <Banner
          key={person.ticketId}
          tone="warn"
          icon={CircleHelp}
          spoken={false}
        >
          <p>
            {texts.desk.saysNotServed(person.number)}{" "}
            {person.name !== null && <bdi>{person.name}</bdi>}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {person.canBringBack && (
              <Button
                ref={passFocus}
                aria-label={texts.desk.bringBackOne(person.number)}
                onClick={() => desk.move("bringBack", person)}
              >
                {texts.desk.bringBack}
              </Button>
            )}
            <Button
              ref={passFocus}
              aria-label={texts.desk.dismissOne(person.number)}
              onClick={() => desk.move("dismiss", person)}
            >
              {texts.desk.dismiss}
            </Button>
          </div>
        </Banner>
      ))}
    </div>
  );
}
