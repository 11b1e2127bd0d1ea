/** A query whose failure the screen around it survives. Not what stands in place of the answer. */
import { useQueries } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useState } from "react";

/**
 * As useQuery, which throws a failure: here the answer before it stays, and
 * without one it is null, until the server answers again. Asks what it was
 * first drawn with: give the screen a key for other arguments.
 */
export function useAnswer<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
): FunctionReturnType<Query> | null | undefined {
  const [asked] = useState({ answer: { query, args } });
  const [good, setGood] = useState<FunctionReturnType<Query>>(null);
  const answer = useQueries(asked)["answer"] as
    | FunctionReturnType<Query>
    | Error
    | undefined;
  if (answer instanceof Error) return good;
  if (answer && answer !== good) setGood(answer);
  return answer;
}
