/** The portal's connection: its queries keep their last answers while the admin's session has ended. */
import type { ConvexReactClient, Watch } from "convex/react";
import { getFunctionName } from "convex/server";
import { convexToJson } from "convex/values";
import { refusalIn } from "../../strings/refusals/admin";

type WatchQuery = ConvexReactClient["watchQuery"];

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
      // Bound, because the client has private fields.
      return typeof value === "function"
        ? (value.bind(target) as unknown)
        : value;
    },
  });
}

/** @param answers the last of each query, by its arguments: a hook watches again when it renders again */
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
