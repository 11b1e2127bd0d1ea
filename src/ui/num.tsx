/** A number in big figures, such as "H8". A "#" before it is raised and smaller; the text stays "#127". */
import type { CSSProperties } from "react";
import { cn } from "../lib/cn";

export function Num(props: { value: number | string; className?: string }) {
  const text = String(props.value);
  const hash = text.startsWith("#");
  return (
    <span className={cn("num whitespace-nowrap", props.className)}>
      {hash && (
        <span className="mr-[.04em] align-[.5em] text-[.56em] leading-none font-bold tracking-normal">
          #
        </span>
      )}
      {hash ? text.slice(1) : text}
    </span>
  );
}

/** The text's width in digits, for sizes that follow it. A letter is .72 of its height wide, a digit .6. */
export function digitsOf(text: string): CSSProperties {
  const letters = text.replace(/\P{L}/gu, "").length;
  const digits = text.replace(/\D/g, "").length + (letters * 0.72) / 0.6;
  return { "--digits": digits } as CSSProperties;
}
