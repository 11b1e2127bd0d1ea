/** Where a called customer goes, inside a sentence; undefined: the counter. */
import { isolated } from "../../strings/language/intl";
import type { Ticket } from "./types";

export function placeIn({ place }: Pick<Ticket, "place">): string | undefined {
  return place === null ? undefined : isolated(place);
}
