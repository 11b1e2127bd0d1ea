/**
 * The connection of the pages in the portal, whose queries keep their last
 * answers while the admin's session there has ended: the page behind the
 * question for the password is still there when it has been given. New
 * queries wait until then. Calls that change something are refused as ever.
 */
import type { ConvexReactClient, Watch } from "convex/react";
import { getFunctionName } from "convex/server";
import { convexToJson } from "convex/values";
import { refusalIn } from "../../strings/refusals/admin";

type WatchQuery = ConvexReactClient["watchQuery"];

/** The same client, with patient queries. */
export function patientClient(client: ConvexReactClient): ConvexReactClient {
  const answers = new Map<string, unknown>();
  const watchQuery: WatchQuery = (query, ...rest) => {
    const args = convexToJson(rest[0] ?? {});
    const asked = `${getFunctionName(query)} ${JSON.stringify(args)}`;
    return patient(client.watchQuery(query, ...rest), answers, asked);
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "watchQuery") return watchQuery;
      const value: unknown = Reflect.get(target, name, target);
      // Bound, because the client has fields that only it can read.
      return typeof value === "function"
        ? (value.bind(target) as unknown)
        : value;
    },
  });
}

/** @param answers the last of each query, by what was asked: a hook watches anew when it is drawn again */
function patient<T>(
  watch: Watch<T>,
  answers: Map<string, unknown>,
  asked: string,
): Watch<T> {
  const localQueryResult = () => {
    try {
      const answer = watch.localQueryResult();
      if (answer !== undefined) answers.set(asked, answer);
      return answer;
    } catch (error) {
      if (refusalIn(error)?.code !== "adminSessionEnded") throw error;
      return answers.get(asked) as T | undefined;
    }
  };
  return { ...watch, localQueryResult };
}
