/** Says under a button that authentication is slow (product.md A7). */
import { useElapsed } from "../time/use-elapsed";
import { account as strings } from "../../strings/account";

const SLOW_MS = 5_000;

export function SlowNote({ busy }: { busy: boolean }) {
  return (
    <p role="status" className="text-ink-2 empty:sr-only">
      {busy && <Slow />}
    </p>
  );
}

function Slow() {
  return useElapsed(SLOW_MS) && strings.slow;
}
