/** What a plan contains, with ticks. */
import { Check } from "lucide-react";

/** A plain list: the ticks are only pictures. */
export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <ul className="grid gap-2.5">
      {features.map((feature) => (
        <li key={feature} className="flex gap-3">
          <Check
            className="mt-0.5 size-5 shrink-0 text-brand-text"
            aria-hidden="true"
          />
          {feature}
        </li>
      ))}
    </ul>
  );
}
