/** The content and paper of a poster. */
import { poster as strings } from "../../strings/poster";
import { Button } from "../../ui/button";
import { RadioCard } from "../../ui/fields/radio-card";
import { Select } from "../../ui/fields/select";
import { formats, type Format } from "./format";

export const EVERY_QUEUE = "every";

type Props = {
  format: Format;
  onFormat: (format: Format) => void;
  queues: readonly { queueId: string; name: string; isActive: boolean }[];
  /** A queue's id, EVERY_QUEUE, or "" for the whole shop. */
  target: string;
  onTarget: (target: string) => void;
};

export function PosterChoices(props: Props) {
  const { format, onFormat, queues, target, onTarget } = props;
  return (
    <div className="grid content-start gap-5 print:hidden">
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 font-semibold">{strings.format}</legend>
        {formats.map((one) => (
          <RadioCard
            key={one}
            name="format"
            checked={one === format}
            onChange={() => onFormat(one)}
          >
            <span className="block font-bold">{strings.formats[one].name}</span>
            <span className="block text-sm text-ink-2">
              {strings.formats[one].hint}
            </span>
          </RadioCard>
        ))}
      </fieldset>
      <Select
        label={strings.leadsTo}
        value={target}
        options={[
          { value: "", label: strings.wholeShop },
          ...(queues.length > 1
            ? [{ value: EVERY_QUEUE, label: strings.everyQueue }]
            : []),
          ...queues.map(({ queueId, name, isActive }) => ({
            value: queueId,
            label: isActive ? name : strings.closed(name),
          })),
        ]}
        onPick={onTarget}
      />
      <Button variant="primary" size="lg" onClick={() => window.print()}>
        {strings.print}
      </Button>
      <p className="text-sm text-ink-2">{strings.printHint}</p>
    </div>
  );
}
