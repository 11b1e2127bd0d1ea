/** Questions of the admin portal, whose session ends after an hour: what is on the page stays there until it goes on. */
import { useQueries } from "convex/react";
import {
  getFunctionName,
  makeFunctionReference,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { useMemo, useState } from "react";
import { refusalIn } from "../texts/admin-refusals";

type Query = FunctionReference<"query">;

/** Refusals that the gate shows over the page; afterwards the same question is answered by itself. */
const ENDED: readonly string[] = [
  "notSignedIn",
  "notAllowed",
  "adminSessionEnded",
  "secondFactorNeeded",
];

/**
 * As useQuery; when the session of the portal has ended the last answer stays.
 * @throws every other failure of the query
 */
export function useAdminQuery<Asked extends Query>(
  query: Asked,
  args: FunctionArgs<Asked>,
): FunctionReturnType<Asked> | undefined {
  const question = JSON.stringify(args);
  // A reference is another object each time that it is written.
  const name = getFunctionName(query);
  const asked = useMemo(
    () => ({
      it: {
        query: makeFunctionReference<"query">(name),
        args: JSON.parse(question) as FunctionArgs<Asked>,
      },
    }),
    [name, question],
  );
  const answer = useQueries(asked)["it"] as
    FunctionReturnType<Asked> | Error | undefined;
  const [known, setKnown] = useState({ asked, answer });
  const isAnswer = !(answer instanceof Error);
  if (isAnswer && (known.asked !== asked || known.answer !== answer)) {
    setKnown({ asked, answer });
  }
  if (isAnswer) return answer;
  const isEnded = ENDED.includes(refusalIn(answer)?.code ?? "");
  if (!isEnded) throw answer;
  return known.asked === asked && !(known.answer instanceof Error)
    ? known.answer
    : undefined;
}
