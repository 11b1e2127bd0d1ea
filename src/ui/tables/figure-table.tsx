/** A table of figures: the first column names the row. Scrolls sideways when too wide, with the names fixed. */
import "./figure-table.css";
import { cn } from "../../lib/cn";

export type Row = { key: string; cells: readonly string[] };

export function FigureTable(props: {
  label: string;
  columns: readonly string[];
  rows: readonly Row[];
  className?: string;
}) {
  const { label, columns, rows, className } = props;
  return (
    <div
      role="group"
      aria-label={label}
      // Makes it scrollable by keyboard.
      tabIndex={0}
      className={cn("figure-table isolate mt-3 overflow-x-auto", className)}
    >
      <table className="w-full text-right tab">
        <thead className="text-sm text-ink-2">
          <tr>
            {columns.map((column, i) => (
              <th
                key={column}
                scope="col"
                className={cn(
                  "sticky top-0 bg-surface py-2 font-semibold whitespace-nowrap",
                  i === 0 ? "left-0 z-20 text-left" : "z-10 pl-4",
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, cells: [name, ...figures] }) => (
            <tr key={key}>
              <th
                scope="row"
                className="sticky left-0 bg-surface py-2.5 text-left font-semibold"
                title={name}
              >
                <div
                  dir="auto"
                  className="w-max max-w-36 wrap-anywhere sm:max-w-64"
                >
                  {name}
                </div>
              </th>
              {figures.map((figure, i) => (
                <td key={columns[i + 1]} className="pl-4 whitespace-nowrap">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
