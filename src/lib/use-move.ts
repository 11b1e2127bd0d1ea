/** Giving a booking another time: what is picked, and how the sending goes. The windows and their words are the customer's and the counter's own. */
import { useState } from "react";
import { dayKey } from "../../convex/base/rules/timezones";
import type { Slot, SlotPickerProps } from "./slot-picker";

/**
 * @param booked the time that it has, with the business's zone
 * @param words what is said before one is picked, and when the picked one has gone
 * @param move gives why it was not moved, or null
 */
export function useMove({
  booked,
  words,
  move,
  onMoved,
}: {
  booked: { at: number; timeZone: string };
  words: { pick: string; gone: string };
  move: (startsAt: number) => Promise<string | null>;
  onMoved: () => void;
}): {
  busy: boolean;
  confirm: () => void;
  picker: Pick<SlotPickerProps, "slot" | "error" | "onPick" | "onGone">;
} {
  const [slot, setSlot] = useState<Slot>({
    day: dayKey(booked.at, booked.timeZone),
    startsAt: null,
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const unpick = (why: string) => {
    setSlot({ ...slot, startsAt: null });
    setError(why);
  };

  const send = async (startsAt: number) => {
    setBusy(true);
    const problem = await move(startsAt);
    setBusy(false);
    if (problem === null) onMoved();
    else unpick(problem);
  };

  return {
    busy,
    confirm: () => {
      // That the picked time has just gone says more than that none is picked.
      if (slot.startsAt === null) setError(error ?? words.pick);
      else void send(slot.startsAt);
    },
    picker: {
      slot,
      error,
      onPick: (next) => {
        setSlot(next);
        setError(null);
      },
      onGone: () => {
        // Taken by this booking itself, most likely.
        if (!busy) unpick(words.gone);
      },
    },
  };
}
