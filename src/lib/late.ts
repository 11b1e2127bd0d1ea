/** For answers that come after their window was closed: they close nothing else, and a refusal is still told. */
import { useLayoutEffect, useRef } from "react";

let tell: (why: string) => unknown = () => undefined;

/** From what can show messages (ui/toast.tsx, ui/last-words.ts), so that pages without them load none. */
export function tellLateBy(how: typeof tell): void {
  tell = how;
}

/** A function that says whether the window was closed meanwhile; then it tells why something failed. */
export function useLate(): (why: unknown) => boolean {
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return (why) => {
    const isLate = !isOpen.current;
    if (isLate && typeof why === "string") tell(why);
    return isLate;
  };
}
