/** The chosen days and queue, kept in the address for reloads and bookmarks. */
import { useState } from "react";
import { isDay } from "../../../convex/base/rules/timezones";
import { useAddressSearch } from "../../lib/address/use-address-search";
import {
  choices,
  daysOf,
  lengthOf,
  MAX_DAYS,
  type Choice,
  type Days,
} from "./ranges";

/** Ranges that show days on every plan. */
export const IN_EVERY_PLAN: readonly Choice[] = ["last", "this"];

/** @param first the choice without one in the address */
export function useRange(today: string, isFull: boolean, first: Choice) {
  const [search, keep] = useAddressSearch();
  const asked = choices.find((one) => one === search.get("days")) ?? first;
  const choice = isFull || IN_EVERY_PLAN.includes(asked) ? asked : first;
  const [own, setOwn] = useState<Days>(() => ({
    from: dayIn(search.get("from")) ?? daysOf("last", today).from,
    to: dayIn(search.get("to")) ?? today,
  }));
  /** While others are typed, the report keeps these. */
  const [good, setGood] = useState(() => (wrongWith(own) ? null : own));
  const wrong = choice === "own" ? wrongWith(own) : null;
  return {
    choice,
    own,
    wrong,
    /** null: the custom range in the address is invalid. */
    days: choice === "own" ? good : daysOf(choice, today),
    queue: search.get("q"),
    setChoice: (next: Choice) =>
      keep({
        days: next,
        ...(next === "own" ? good : { from: null, to: null }),
      }),
    setOwn: (next: Days) => {
      setOwn(next);
      if (wrongWith(next) !== null) return;
      setGood(next);
      keep(next);
    },
    setQueue: (q: string | null) => keep({ q }),
  };
}

function dayIn(text: string | null): string | null {
  return text !== null && isDay(text) ? text : null;
}

export type Wrong = "missing" | "order" | "length";

function wrongWith(days: Days): Wrong | null {
  if (!isDay(days.from) || !isDay(days.to)) return "missing";
  if (days.from > days.to) return "order";
  return lengthOf(days) > MAX_DAYS ? "length" : null;
}
