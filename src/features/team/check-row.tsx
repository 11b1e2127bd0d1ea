/** A setting of the team, on or off. A change applies at once. */
import { useFreshness } from "../../lib/server/connection";
import { useAttempt } from "./use-attempt";

export function CheckRow(props: {
  checked: boolean;
  label: string;
  meaning: string;
  /** Changes it to the opposite. */
  toggle: () => Promise<unknown>;
}) {
  const { checked, label, meaning, toggle } = props;
  const { attempt } = useAttempt();
  const { live } = useFreshness();
  return (
    <label className="mt-2 flex min-h-11 items-start gap-3">
      <input
        type="checkbox"
        checked={checked}
        disabled={!live}
        onChange={() => void attempt(async () => void (await toggle()))}
        className="mt-1 size-5 shrink-0 accent-brand"
      />
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="block text-sm text-ink-2">{meaning}</span>
      </span>
    </label>
  );
}
