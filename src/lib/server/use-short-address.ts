/** The owner's short address (product.md F8). The first look at it makes it. */
import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { paths } from "../address/paths";
import { useAnswer } from "./use-answer";

/** A short address as people read and type it. */
export function readable(slug: string): string {
  return `${window.location.host}${paths.short}/${slug}`;
}

/** Undefined while it loads; null without one, as after a lapse, or for an admin who views. */
export function useShortAddress() {
  const own = useAnswer(api.profile.addresses.own, {});
  const make = useMutation(api.profile.addresses.make);
  const [hasNone, setHasNone] = useState(false);
  const isMissing = own === null;
  useEffect(() => {
    if (!isMissing) return;
    make({}).then(
      (made) => setHasNone(!made),
      () => setHasNone(true),
    );
  }, [isMissing, make]);
  if (own instanceof Error) return null;
  return own ?? (hasNone ? null : undefined);
}
