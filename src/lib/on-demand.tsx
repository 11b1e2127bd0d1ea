/** Screens whose files load before they are needed. React.lazy would show its fallback for at least 300 ms. */
import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { loadAgainOnce, loadQuietly } from "./server/newer-version";

/** Replaces the screen until its file has loaded. */
type Waiting = { fallback: ReactNode };

type Found<Props> = { Screen: ComponentType<Props> } | { error: unknown };

/** `load` fetches the screen's file, `Screen` renders it. A failed load throws where the screen would be. */
export function onDemand<Props extends object>(
  fetchFile: () => Promise<{ default: ComponentType<Props> }>,
) {
  let known: Found<Props> | null = null;
  let asked: Promise<Found<Props>> | null = null;

  const fetchOnce = (): Promise<Found<Props>> => {
    asked ??= loadQuietly(fetchFile).then(
      (file) => (known = { Screen: file.default }),
      (error: unknown) => {
        // A second try may succeed.
        asked = null;
        return { error };
      },
    );
    return asked;
  };
  const load = async (): Promise<void> => void (await fetchOnce());

  function OnDemand({ fallback, ...props }: Props & Waiting) {
    const [found, setFound] = useState(() => known);
    useEffect(() => {
      if (found === null)
        void fetchOnce().then((one) => {
          if ("error" in one) void loadAgainOnce();
          setFound(one);
        });
    }, [found]);
    if (found === null) return fallback;
    if ("error" in found) throw found.error;
    return <found.Screen {...(props as unknown as Props)} />;
  }

  return { load, Screen: OnDemand };
}
