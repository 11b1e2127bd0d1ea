/** Says under the button that an answer is slow (product.md A7). */
import { account as strings } from "../../strings/account";

export function SlowNote({ slow }: { slow: boolean }) {
  return (
    <p role="status" className={slow ? "text-ink-2" : "sr-only"}>
      {slow && strings.slow}
    </p>
  );
}
