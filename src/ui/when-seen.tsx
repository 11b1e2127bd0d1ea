/** Something that is drawn, and whose code is fetched, when somebody looks there. */
import { useEffect, useRef, useState, type ReactNode } from "react";

/** @param room keeps its place until then @param id of the place, for who is led to it before */
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
