/** A field that no person sees, hears or reaches: a program that fills it in gives itself away. */

/** @param label for whoever meets it all the same, without styles */
export function TrapField({ name, label }: { name: string; label: string }) {
  return (
    <div hidden>
      <label>
        {label} <input name={name} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
