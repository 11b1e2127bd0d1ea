/** Whether a sticky element below the header is stuck. It then shrinks, and the content below stays in place. */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from "react";

/** The header's height plus one, px. */
const BELOW_HEADER = 73;

/** `frame` belongs to the element that sticks at 72 px (`top-18`), where it sticks at all. */
export function useStuck(): {
  frame: RefObject<HTMLDivElement | null>;
  stuck: boolean;
} {
  const element = useRef<HTMLDivElement>(null);
  const [stuck, setStuck] = useState(false);
  /** Its last height while not stuck, px. */
  const full = useRef(0);
  /** The size on the page, which follows the state a moment later. */
  const isSmall = useRef(false);

  useEffect(() => {
    const frame = element.current;
    if (frame === null) return;
    const look = () => {
      const isAtTop = frame.getBoundingClientRect().top < BELOW_HEADER;
      const sticks = getComputedStyle(frame).position === "sticky";
      const isStuck = sticks && isAtTop;
      // It shrinks next.
      if (isStuck && !isSmall.current) full.current = frame.offsetHeight;
      setStuck(isStuck);
    };
    const watch = new IntersectionObserver(look, {
      rootMargin: `-${BELOW_HEADER}px 0px 0px`,
      threshold: [0.9, 1],
    });
    watch.observe(frame);
    return () => watch.disconnect();
  }, []);

  // Runs with each render, because called people come and go.
  useLayoutEffect(() => {
    const frame = element.current;
    if (frame === null) return;
    isSmall.current = stuck;
    frame.style.marginBottom = stuck
      ? `${Math.max(0, full.current - frame.offsetHeight)}px`
      : "";
  });
  return { frame: element, stuck };
}
