/** "How was your visit?": one tap, changeable, for a week (product.md C11). */
import { useMutation } from "convex/react";
import { Frown, Meh, Smile } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { FEEDBACK_MS } from "../../../../convex/reports/rules/feedback";
import { cn } from "../../../lib/cn";
import { whyNot } from "../../../lib/server/use-call";
import { useNow } from "../../../lib/time/use-now";
import * as words from "../../../strings/refusals/customer";
import { ticket as strings } from "../../../strings/ticket";
import type { Ticket } from "../types";

type Rating = NonNullable<Ticket["feedback"]>;

const FACES = [
  ["great", Smile],
  ["ok", Meh],
  ["notGood", Frown],
] as const;

export function Feedback(props: { ticket: Ticket; secret: string }) {
  const { ticket, secret } = props;
  const give = useMutation(api.reports.feedback.give);
  const now = useNow("minute");
  /** Shown before the server has it, so that the customer does not tap twice. */
  const [tapped, setTapped] = useState<Rating | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (now >= (ticket.endedAt ?? 0) + FEEDBACK_MS) return null;

  const say = async (rating: Rating) => {
    setTapped(rating);
    setRefusal(null);
    setRefusal(
      await whyNot(words, strings.failed, () => give({ secret, rating })),
    );
    // The ticket has the rating now. A later tap stays.
    setTapped((newest) => (newest === rating ? null : newest));
  };

  const chosen = tapped ?? ticket.feedback;
  return (
    <fieldset className="mb-3 rounded-lg border border-line bg-surface px-3 pt-1 pb-4 text-center sm:px-4">
      <legend className="sr-only">{strings.feedback.question}</legend>
      <p aria-hidden="true" className="mt-4 text-xl font-bold">
        {strings.feedback.question}
      </p>
      <div className="mt-4 flex flex-wrap gap-2 *:flex-1 sm:gap-3">
        {FACES.map(([rating, Face]) => (
          <button
            key={rating}
            type="button"
            aria-pressed={chosen === rating}
            onClick={() => void say(rating)}
            className={cn(
              "grid min-h-24 place-items-center content-center gap-2 rounded-lg border px-1 font-semibold",
              chosen === rating
                ? "border-2 border-brand bg-brand-soft text-brand-text"
                : "border-line-strong hover:bg-sunken active:bg-pressed",
            )}
          >
            <Face className="size-9" />
            {strings.feedback[rating]}
          </button>
        ))}
      </div>
      <p role="status" className="mt-4 text-sm text-ink-2">
        {chosen === null ? strings.feedback.note : strings.feedback.thanks}
      </p>
      {refusal !== null && (
        <p role="alert" className="mt-2 font-semibold text-danger-text">
          {refusal}
        </p>
      )}
    </fieldset>
  );
}
