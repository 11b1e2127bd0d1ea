/** What is kept of some people, why and until when, from the table that the maintenance deletes by (product.md U10). */
import { notice, type NoticeKind } from "../../../convex/privacy/rules/notice";
import { legal } from "../../strings/legal";
import { spanOf } from "./span";

const { privacy: strings } = legal;
const kinds = Object.keys(notice) as NoticeKind[];

export function KeptList(props: { of: "customers" | "owners" | "visitors" }) {
  return (
    <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
      {kinds
        .filter((kind) => notice[kind].of === props.of)
        .map((kind) => {
          const { until, ms } = notice[kind];
          const { what, why } = strings.data[kind];
          return (
            <li key={kind} className="p-4">
              <p className="font-semibold">{what}</p>
              <p>{why}</p>
              <p className="mt-1 text-sm text-ink-2">
                {strings.kept(strings.until[until](spanOf(ms)))}
              </p>
            </li>
          );
        })}
    </ul>
  );
}
