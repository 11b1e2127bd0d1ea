/** Like useQuery, but a failure keeps the previous answer, or is the answer. Uses the arguments of the first render. */
import { useQueries } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useState } from "react";

export function useAnswer<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
): FunctionReturnType<Query> | Error | undefined {
  const [asked] = useState({ answer: { query, args } });
  const [good, setGood] = useState<FunctionReturnType<Query>>();
  const answer = useQueries(asked)["answer"] as
    | FunctionReturnType<Query>
    | Error
    | undefined;
  if (answer instanceof Error) return good ?? answer;
  if (answer && answer !== good) setGood(answer);
  return answer;
}
