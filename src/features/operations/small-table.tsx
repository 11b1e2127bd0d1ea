/** A small table: names on the left, figures on the right. */
export function SmallTable(props: {
  caption: string;
  head: readonly string[];
  /** `bad`: the index of a bad figure. */
  rows: readonly {
    name: string;
    note?: string;
    figures: readonly string[];
    bad?: number | undefined;
  }[];
}) {
  const { caption, head, rows } = props;
  return (
    <table className="mt-3 w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-ink-2">
        <tr>
          {head.map((label, at) => (
            <th
              key={label}
              scope="col"
              className={
                at === 0
                  ? "py-2 font-semibold"
                  : "py-2 pl-2.5 text-right font-semibold sm:pl-4"
              }
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ name, note, figures, bad }) => (
          <tr key={`${name} ${note ?? ""}`}>
            <th scope="row" className="py-2.5 font-semibold wrap-anywhere">
              {name}
              {note !== undefined && (
                <span className="block text-sm font-normal text-ink-2">
                  {note}
                </span>
              )}
            </th>
            {figures.map((figure, at) => (
              <td
                key={head[at + 1]}
                className={
                  at === bad
                    ? "py-2.5 pl-2.5 text-right font-semibold whitespace-nowrap text-danger-text tab sm:pl-4"
                    : "py-2.5 pl-2.5 text-right whitespace-nowrap tab sm:pl-4"
                }
              >
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
