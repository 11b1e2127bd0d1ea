/**
 * The connection of the pages in the portal, whose queries keep their last
 * answers while the admin's session there has ended: the page behind the
 * question for the password is still there when it has been given. New
 * queries wait until then. Calls that change something are refused as ever.
 */
import type { ConvexReactClient, Watch } from "convex/react";
import { refusalIn } from "../../texts/admin-refusals";

type WatchQuery = ConvexReactClient["watchQuery"];

/** The same client, with patient queries. */
export function patientClient(client: ConvexReactClient): ConvexReactClient {
  const watchQuery: WatchQuery = (query, ...rest) =>
    patient(client.watchQuery(query, ...rest));
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

function patient<T>(watch: Watch<T>): Watch<T> {
  let last: T | undefined;
  const localQueryResult = () => {
    try {
      last = watch.localQueryResult();
    } catch (error) {
      if (refusalIn(error)?.code !== "adminSessionEnded") throw error;
    }
    return last;
  };
  return { ...watch, localQueryResult };
}
