/** Requests for a demo, newest first: name, contact and message. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { momentOf } from "../../lib/time/format";
import { useList } from "../../lib/server/use-list";
import { visitors } from "../../strings/admin/visitors";
import { Tag } from "../../ui/badge";
import { ListCard, PAGE } from "./list-card";
import { useCsv } from "./use-csv";

const { demos: strings, columns } = visitors;

type Request = FunctionReturnType<
  typeof api.visitors.lists.demoRequests
>["page"][number];

const IN_FILE = [
  ...(["firstName", "lastName", "email", "phone", "country", "role"] as const),
  ...(["annualRunRate", "setupType", "productInterest", "message"] as const),
];
const FACTS = [
  ...(["country", "role", "annualRunRate", "productInterest"] as const),
];

export function DemoRequests() {
  const list = useList(api.visitors.lists.demoRequests, {}, PAGE);
  const file = useCsv({
    list: "demoRequests",
    ask: async (convex, paginationOpts) =>
      await convex.query(api.visitors.lists.demoRequests, { paginationOpts }),
    head: [columns.at, ...IN_FILE.map((field) => columns[field])],
    cells: (row) => [
      new Date(row.at).toISOString(),
      ...IN_FILE.map((field) => row[field]),
    ],
    name: strings.fileName,
  });
  return (
    <ListCard words={strings} list={list} file={file}>
      <ul aria-label={strings.caption} className="mt-4 divide-y divide-line">
        {list.rows?.map((request) => (
          <Row key={request.requestId} request={request} />
        ))}
      </ul>
    </ListCard>
  );
}

function Row({ request }: { request: Request }) {
  const { firstName, lastName, email, phone, setupType, message, at } = request;
  return (
    <li className="grid grid-cols-1 gap-1 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold wrap-anywhere">
          <bdi>{`${firstName} ${lastName}`}</bdi>
        </span>
        <Tag tone={setupType === "Enterprise" ? "yellow" : "slate"}>
          {setupType}
        </Tag>
        <span className="ml-auto text-sm text-ink-2 tab">{momentOf(at)}</span>
      </div>
      <p className="flex flex-wrap gap-x-4">
        <a
          href={`mailto:${email}`}
          className="inline-flex min-h-11 items-center wrap-anywhere text-brand-text underline underline-offset-4"
        >
          {email}
        </a>
        {phone !== null && (
          <span className="inline-flex min-h-11 items-center wrap-anywhere tab">
            <bdi>{phone}</bdi>
          </span>
        )}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm empty:hidden">
        {FACTS.map((field) => {
          const fact = request[field];
          return (
            fact !== null && (
              <div key={field} className="flex min-w-0 gap-1.5">
                <dt className="text-ink-2">{columns[field]}</dt>
                <dd className="font-semibold wrap-anywhere">
                  <bdi>{fact}</bdi>
                </dd>
              </div>
            )
          );
        })}
      </dl>
      {message !== null && (
        <p
          className="mt-1 text-left wrap-anywhere whitespace-pre-line"
          dir="auto"
        >
          {message}
        </p>
      )}
    </li>
  );
}
