/** A checkbox with its meaning. */
export function CheckRow(props: {
  name: string;
  label: string;
  meaning: string;
  initial: boolean;
}) {
  const { name, label, meaning, initial } = props;
  return (
    <label className="flex min-h-11 items-start gap-3">
      <input
        type="checkbox"
        name={name}
        defaultChecked={initial}
        className="mt-1 size-5 shrink-0 accent-brand"
      />
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="block text-sm text-ink-2">{meaning}</span>
      </span>
    </label>
  );
}
