/** Whether something that sticks below the header is stuck there: then it is made smaller. */
import { useEffect, useState, type RefObject } from "react";

/** The header's height and a pixel, px. */
const BELOW_HEADER = 73;
/** A page that is barely longer than the window would jump back when what is stuck shrinks. */
const LONGER_BY = 320;

/** @param element sticks at 72 px (`top-18`) where it sticks at all */
export function useStuck(element: RefObject<HTMLElement | null>): boolean {
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    const frame = element.current;
    if (frame === null) return;
    const look = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const isLong = scrollHeight - clientHeight > LONGER_BY;
      const isAtTop = frame.getBoundingClientRect().top < BELOW_HEADER;
      const sticks = getComputedStyle(frame).position === "sticky";
      setStuck((was) => sticks && isAtTop && (was || isLong));
    };
    const watch = new IntersectionObserver(look, {
      rootMargin: `-${BELOW_HEADER}px 0px 0px`,
      threshold: [0.9, 1],
    });
    watch.observe(frame);
    return () => watch.disconnect();
  }, [element]);
  return stuck;
}
