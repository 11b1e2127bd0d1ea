/** That an answer is late, under the button that waits for it (product.md A7). */
import { account as strings } from "../../strings/account";

/** There before it says anything, so that screen readers speak the change. */
export function SlowNote({ slow }: { slow: boolean }) {
  return (
    <p role="status" className={slow ? "text-ink-2" : "sr-only"}>
      {slow && strings.slow}
    </p>
  );
}
