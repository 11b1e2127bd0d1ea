/** The shared parts of the list's rows and cards. */
import { Loader } from "lucide-react";
import { Link } from "react-router-dom";
import { plans } from "../../../convex/base/rules/plans";
import { adminBusinessPath } from "../../lib/address/admin-paths";
import { directory as strings } from "../../strings/admin/directory";
import { Badge, Tag } from "../../ui/badge";
import type { Listed } from "./types";
import { standingOf } from "./words";

export function BusinessName({
  business: { businessId, name, isErasing },
}: {
  business: Pick<Listed, "businessId" | "name" | "isErasing">;
}) {
  return (
    <>
      <Link
        to={adminBusinessPath(businessId)}
        title={name}
        dir="auto"
        className="-my-3 block rounded-sm py-3 text-left leading-snug font-semibold wrap-anywhere underline-offset-4 hover:underline"
      >
        <span className="line-clamp-2">{name}</span>
      </Link>
      <span className="block text-sm font-normal wrap-anywhere text-ink-3">
        {businessId}
      </span>
      {isErasing && (
        <span className="mt-1 block">
          <Badge tone="clay" icon={Loader}>
            {strings.erasing}
          </Badge>
        </span>
      )}
    </>
  );
}

/** Breaks after @ and dots, elsewhere only where a part is wider than its place. */
export function Email({ address }: { address: string }) {
  return (
    <bdi className="wrap-anywhere text-ink-2">
      {address
        .split(/(?<=[@.])/)
        .map((part, at) => [at > 0 && <wbr key={at} />, part])}
    </bdi>
  );
}

export function PlanMarks({
  business,
}: {
  business: Pick<Listed, "plan" | "state" | "source" | "flag">;
}) {
  const { plan, flag } = business;
  const { label, tone } = plans[plan];
  return (
    <>
      <Tag tone={tone}>{label}</Tag>
      <span className="mt-0.5 block text-sm text-ink-3">
        {standingOf(business)}
      </span>
      {flag !== null && (
        <span className="block text-sm font-semibold text-danger-text">
          {strings.flags[flag]}
        </span>
      )}
    </>
  );
}
