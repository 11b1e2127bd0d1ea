/** Moves a booking to another time: the pick and its sending. The customer's and the desk's windows add their words. */
import { useState } from "react";
import { businessDay } from "../../convex/business/rules/opening";
import type { ShopHours } from "../../convex/business/rules/openSpans";
import { useLate } from "./late";
import type { Slot, SlotPickerProps } from "./slot-picker";

/** `move` gives the reason for a failure, or null. */
export function useMove(props: {
  booked: { at: number; shop: ShopHours };
  words: { pick: string; gone: string };
  move: (startsAt: number) => Promise<string | null>;
  onClose: () => void;
}): {
  busy: boolean;
  confirm: () => void;
  picker: Pick<SlotPickerProps, "slot" | "error" | "onPick" | "onGone">;
} {
  const { booked, words, move, onClose } = props;
  const [slot, setSlot] = useState<Slot>({
    day: businessDay(booked.shop, booked.at),
    startsAt: null,
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isLate = useLate();
  const unpick = (why: string) => {
    setSlot({ ...slot, startsAt: null });
    setError(why);
  };

  const send = async (startsAt: number) => {
    setBusy(true);
    const problem = await move(startsAt);
    if (isLate(problem)) return;
    setBusy(false);
    if (problem === null) onClose();
    else unpick(problem);
  };

  return {
    busy,
    confirm: () => {
      // Keep the message that the picked time is gone: it says more than that none is picked.
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
        // Most likely taken by this booking itself.
        if (!busy) unpick(words.gone);
      },
    },
  };
}
