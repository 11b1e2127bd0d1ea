/** "Almost your turn": a soft alert, once per ticket (product.md C7). */
import { useEffect, useRef } from "react";
import { ticket as strings } from "../../../strings/ticket";
import { ringSoftly } from "./ring";
import { markToldAlmost, wasToldAlmost } from "./marks";

/** Whether so few are ahead that the customer should stay close. `almostAt` is the business's setting; 0 is never. */
export function isAlmost(ahead: number, almostAt: number): boolean {
  return almostAt > 0 && ahead <= almostAt;
}

/** A customer who starts near the front sees it anyway. `ahead` is null while unknown or while calling is stopped. */
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
      // Before the sound, because another tab of this browser reads the same mark.
      markToldAlmost(secret);
      ringSoftly(ticketId, strings.almost.title, strings.almost.body(ahead));
      told({ kind: "almost" });
    }
  }, [secret, ticketId, ahead, almostAt, told]);
}
