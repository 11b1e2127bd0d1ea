/** A part whose code loads when it scrolls into view. */
import { useEffect, useRef, useState, type ReactNode } from "react";

export function WhenSeen(props: { room: ReactNode; children: ReactNode }) {
  const { room, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || place.current === null) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  return seen ? children : <div ref={place}>{room}</div>;
}
