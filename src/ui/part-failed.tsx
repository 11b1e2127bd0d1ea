/** Replaces a failed part of a screen. Its user catches the failure. */
import { TriangleAlert } from "lucide-react";
import { cn } from "../lib/cn";
import { parts } from "../strings/parts";
import { Button } from "./button";

export function PartFailed({
  text,
  className = "rounded-lg border border-line bg-surface",
  onAgain,
}: {
  text: string;
  className?: string;
  onAgain: () => void;
}) {
  return (
    <div
      role="alert"
      className={cn(
        "grid justify-items-center gap-3 p-6 text-center",
        className,
      )}
    >
      <TriangleAlert className="size-7 text-danger-text" />
      <p className="text-lg font-bold">{text}</p>
      <Button onClick={onAgain}>{parts.tryAgain}</Button>
    </div>
  );
}
