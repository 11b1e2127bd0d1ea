/** The picture of a business or person, or two letters instead. Decorative: the name is beside it. */
import { useState } from "react";
import { cn } from "../lib/cn";
import { initials } from "../lib/time/format";

const sizes = {
  sm: "size-9 text-sm",
  md: "size-10 text-base",
  lg: "size-11 text-lg",
  xl: "size-18 text-3xl",
} as const;

export function Avatar(props: {
  name: string;
  src?: string | null;
  size?: keyof typeof sizes;
  onGo?: boolean;
}) {
  const { name, src, size = "lg", onGo = false } = props;
  const [broken, setBroken] = useState<string | null>(null);
  if (src && broken !== src) {
    return (
      <img
        src={src}
        alt=""
        onError={() => setBroken(src)}
        className={cn("shrink-0 rounded-md object-cover", sizes[size])}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid shrink-0 place-items-center rounded-md font-extrabold",
        onGo ? "bg-on-go text-go" : "bg-brand-soft text-brand-text",
        sizes[size],
      )}
    >
      {initials(name)}
    </span>
  );
}
