/** A plan's numbers, each over what it counts. */

export function Numbers(props: {
  of: readonly { term: string; value: string }[];
}) {
  return (
    <dl className="grid grid-cols-2 gap-3 border-y border-line py-3">
      {props.of.map(({ term, value }) => (
        <div key={term} className="flex flex-col-reverse justify-end">
          <dt className="text-sm leading-tight text-ink-2">{term}</dt>
          <dd className="text-xl font-bold tab">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
