/** Addresses on the newsletter's list, newest first. */
import { api } from "../../../convex/_generated/api";
import { momentOf } from "../../lib/time/format";
import { useList } from "../../lib/server/use-list";
import { visitors } from "../../strings/admin/visitors";
import { ListCard, PAGE } from "./list-card";
import { useCsv } from "./use-csv";

const { addresses: strings, columns } = visitors;

export function Addresses() {
  const list = useList(api.visitors.lists.addresses, {}, PAGE);
  const file = useCsv({
    list: "addresses",
    ask: async (convex, paginationOpts) =>
      await convex.query(api.visitors.lists.addresses, { paginationOpts }),
    head: [columns.at, columns.email],
    cells: ({ at, email }) => [new Date(at).toISOString(), email],
    name: strings.fileName,
  });
  return (
    <ListCard words={strings} list={list} file={file}>
      <table className="mt-4 w-full text-left">
        <caption className="sr-only">{strings.caption}</caption>
        <thead className="text-sm">
          <tr>
            <th scope="col" className="py-2 font-semibold">
              {columns.email}
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              {columns.at}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {list.rows?.map(({ addressId, email, at }) => (
            <tr key={addressId}>
              <th scope="row" className="py-3 font-normal wrap-anywhere">
                {email}
              </th>
              <td className="py-3 pl-4 text-right text-sm whitespace-nowrap text-ink-2 tab">
                {momentOf(at)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ListCard>
  );
}
