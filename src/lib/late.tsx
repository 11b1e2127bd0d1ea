/**
 * Screens whose files are fetched before they are needed. A screen that is
 * there is drawn at once: React.lazy lets even that one wait, and shows what
 * stands in for it for 300 ms at least.
 */
import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { loadAgainOnce, loadQuietly } from "./server/newer-version";

/** What takes a screen's place until its file is there. */
type Waiting = { fallback: ReactNode };

type Found<Props> = { Screen: ComponentType<Props> } | { error: unknown };

/**
 * `load` begins to fetch the screen's file, `Screen` draws it. A file that
 * cannot be had is thrown where the screen would be, and costs nothing while
 * it is not drawn.
 */
export function late<Props extends object>(
  fetchFile: () => Promise<{ default: ComponentType<Props> }>,
) {
  let known: Found<Props> | null = null;
  let asked: Promise<Found<Props>> | null = null;

  const fetchOnce = (): Promise<Found<Props>> => {
    asked ??= loadQuietly(fetchFile).then(
      (file) => (known = { Screen: file.default }),
      (error: unknown) => {
        // Whoever tries again may find it.
        asked = null;
        return { error };
      },
    );
    return asked;
  };
  const load = async (): Promise<void> => void (await fetchOnce());

  function Late({ fallback, ...props }: Props & Waiting) {
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

  return { load, Screen: Late };
}
