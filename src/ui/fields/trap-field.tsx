/** A field that people cannot see, hear or reach. A program that fills it in reveals itself. */
export function TrapField({ name, label }: { name: string; label: string }) {
  return (
    <div hidden>
      <label>
        {label} <input name={name} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
