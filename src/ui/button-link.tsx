/** A link between screens with a button's look. Separate from ui/button, because the customers' page has no router. */
import type { ComponentProps } from "react";
import { Link } from "react-router-dom";
import { cn } from "../lib/cn";
import { look, type Look } from "./button";

export function ButtonLink({
  variant,
  size,
  icon: Icon,
  className,
  children,
  ...props
}: ComponentProps<typeof Link> & Look) {
  return (
    <Link {...props} className={cn(look({ variant, size }), className)}>
      {Icon && <Icon className="size-5 shrink-0" />}
      {children}
    </Link>
  );
}
