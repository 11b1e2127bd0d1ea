/** The number of businesses by plan, below the heading of their list. */
import { useQuery } from "convex/react";
import { Bone } from "../../ui/skeleton";
import { api } from "../../../convex/_generated/api";
import { noteOf } from "./words";

export function TotalsNote() {
  const totals = useQuery(api.admin.directory.totals, {});
  if (totals === undefined) return <Bone className="mt-1 h-5 w-64 late" />;
  return <p>{noteOf(totals)}</p>;
}
