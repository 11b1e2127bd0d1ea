/** A part whose code loads when it scrolls into view. */
import { useEffect, useRef, useState, type ReactNode } from "react";

/** @param room reserves its space until then @param id of the place, for links that lead to it earlier */
export function WhenSeen({
  id,
  room,
  children,
}: {
  id: string;
  room: ReactNode;
  children: ReactNode;
}) {
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
  return seen ? (
    children
  ) : (
    <div ref={place} id={id}>
      {room}
    </div>
  );
}
