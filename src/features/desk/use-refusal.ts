/** Why something in a window failed, as its state; what comes after the window was closed is told at the counter. */
import { useState } from "react";
import { useLate } from "../../lib/late";

export function useRefusal() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const isLate = useLate();
  const refuse = (why: string | null) => {
    if (!isLate(why)) setRefusal(why);
  };
  return [refusal, refuse] as const;
}
