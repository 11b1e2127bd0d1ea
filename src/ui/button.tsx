/**
 * Buttons, and plain links that look like them. One primary button per screen; the others are quieter. A transparent
 * border is seen in forced colours.
 */
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "../lib/cn";
import { Spinner } from "./spinner";

const base =
  "inline-flex items-center justify-center rounded-md text-center font-semibold transition-colors duration-fast";

export const variants = {
  primary:
    "border-2 border-transparent bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-active off-box",
  secondary:
    "border border-line-strong bg-surface text-ink hover:bg-sunken active:bg-pressed off-box",
  soft: "border-2 border-transparent bg-brand-soft text-brand-text hover:bg-pressed off-box",
  ghost: "text-ink-2 hover:bg-sunken hover:text-ink active:bg-pressed off-text",
  link: "text-brand-text hover:bg-sunken active:bg-pressed off-text",
  danger:
    "border-2 border-transparent bg-danger text-on-danger hover:bg-danger-hover off-box",
  quietDanger: "text-danger-text hover:bg-danger-soft off-text",
  outlineDanger:
    "border border-line-strong bg-surface text-danger-text hover:bg-danger-soft off-box",
  /** On the green screen of a call only. */
  go: "border-2 border-transparent bg-on-go text-go",
  outlineGo: "border-2 border-on-go text-on-go",
} as const;

/** 44, 48, 56 and 64 px: 48 beside fields, at least 56 at the desk or on a customer's phone. */
const sizes = {
  md: "min-h-11 gap-2 px-4 text-base",
  field: "min-h-12 gap-2 px-4 text-base",
  lg: "min-h-14 gap-2 px-3.5 py-1.5 text-base",
  hero: "min-h-14 gap-2.5 px-5 py-1.5 text-lg",
  xl: "min-h-16 gap-3 px-6 py-1.5 text-lg",
} as const;

export type Look = {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  icon?: LucideIcon;
};

export function look({ variant = "secondary", size = "md" }: Look): string {
  return cn(base, variants[variant], sizes[size]);
}

export type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Keeps its width and its focus, shows `busyText`, ignores clicks. */
    busy?: boolean;
    busyText?: string;
  };

/** A native button. `type` is "button" unless a form sets another. */
export function Button({
  variant,
  size,
  icon: Icon,
  busy = false,
  busyText,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // Not `disabled`: the pressed button would lose its focus.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  const label = (
    <>
      {Icon && <Icon className="size-5 shrink-0" />}
      {children}
    </>
  );
  return (
    <button
      type="button"
      {...props}
      aria-busy={busy || undefined}
      onClick={click}
      className={cn(look({ variant, size }), className)}
    >
      {busyText === undefined ? (
        label
      ) : (
        <BusyLabel busy={busy} rest={label} working={busyText} />
      )}
    </button>
  );
}

/** The main button of a form. */
export function SubmitButton(props: ButtonProps) {
  return <Button type="submit" variant="primary" size="hero" {...props} />;
}

/** Both texts share one cell, so the button always has the width of the wider one. */
function BusyLabel(props: { busy: boolean; rest: ReactNode; working: string }) {
  const cell = "col-start-1 row-start-1 inline-flex items-center gap-2";
  return (
    <span className="grid justify-items-center">
      <span className={cn(cell, props.busy && "invisible")}>{props.rest}</span>
      <span className={cn(cell, !props.busy && "invisible")}>
        {props.busy && <Spinner />}
        {props.working}
      </span>
    </span>
  );
}

/** A plain <a> with a button's look, without a router. */
export function ButtonAnchor({
  variant,
  size,
  icon: Icon,
  className,
  children,
  ...props
}: ComponentProps<"a"> & Look) {
  return (
    <a {...props} className={cn(look({ variant, size }), className)}>
      {Icon && <Icon className="size-5 shrink-0" />}
      {children}
    </a>
  );
}
