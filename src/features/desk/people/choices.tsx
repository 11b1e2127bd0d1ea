/** Radio buttons, one per line, as high as a thumb. */

export function Choices({
  legend,
  name,
  options,
}: {
  legend: string;
  name: string;
  options: readonly { value: string; label: string; more?: string }[];
}) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="divide-y divide-line rounded-md border border-line-strong">
        {options.map(({ value, label, more }, index) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-3 px-3.5 py-2 has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={index === 0}
              className="size-5 shrink-0 accent-brand outline-none"
            />
            <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
              {label}
            </span>
            {more !== undefined && (
              <span className="shrink-0 text-sm text-ink-2 tab">{more}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
