/** "Almost your turn": said once for each ticket, softly (product.md C7). */
import { useEffect, useRef } from "react";
import { ticket as strings } from "../../../strings/ticket";
import { ringSoftly } from "./ring";
import { markToldAlmost, wasToldAlmost } from "../stored-tickets";

/** Whether so few are ahead that the customer should stay close. `almostAt` is the business's; 0 is never. */
export function isAlmost(ahead: number, almostAt: number): boolean {
  return almostAt > 0 && ahead <= almostAt;
}

/**
 * Says so when the ticket comes near while this page watches. Who joins near
 * the front, or opens the page there, has it before their eyes.
 * @param ticketId undefined while it is not known
 * @param ahead null while it is not known or nobody is being called
 * @param told hears that it was said
 */
export function useAlmost(
  secret: string,
  ticketId: string | undefined,
  ahead: number | null,
  almostAt: number,
  told: (occasion: { kind: "almost" }) => void,
): void {
  const wasFar = useRef(false);
  useEffect(() => {
    if (ahead === null || ticketId === undefined) return;
    if (!isAlmost(ahead, almostAt)) {
      wasFar.current = true;
    } else if (wasFar.current && !wasToldAlmost(secret)) {
      // Before the sound: another tab of this browser reads the same mark.
      markToldAlmost(secret);
      ringSoftly(ticketId, strings.almost.title, strings.almost.body(ahead));
      told({ kind: "almost" });
    }
  }, [secret, ticketId, ahead, almostAt, told]);
}
