/** The shop's picture, or two letters instead, in the display's unit. */
import { useState } from "react";
import { initials } from "../../lib/time/format";

export function Logo({ name, src }: { name: string; src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src !== null && broken !== src) {
    return (
      <img
        src={src}
        alt=""
        onError={() => setBroken(src)}
        className="board-logo"
      />
    );
  }
  return (
    <span className="board-logo" aria-hidden="true">
      {initials(name)}
    </span>
  );
}
