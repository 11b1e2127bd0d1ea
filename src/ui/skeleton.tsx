/** The look of a region before its data has loaded. */
import type { ReactNode } from "react";
import { cn } from "../lib/cn";

/** One grey shape; give it the size of the real thing. */
export function Bone({ className }: { className: string }) {
  return <div className={cn("rounded-md bg-pressed", className)} />;
}

/** Equal shapes, such as the rows of a list. */
export function Bones(props: { count: number; className: string }) {
  return Array.from({ length: props.count }, (_, at) => (
    <Bone key={at} className={props.className} />
  ));
}

/** Shapes with one spoken text. Invisible for 300 ms: most answers come sooner. */
export function Skeleton(props: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const { label, className, children } = props;
  return (
    <div role="status" aria-busy="true" className={cn("late", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
