/** The locked tablet: everybody taps their own name, and types their PIN. */
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { WifiOff } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { readPin } from "../../../convex/business/rules/tablets";
import { fieldOf, useErrors } from "../../lib/read-form";
import { useFreshness } from "../../lib/server/connection";
import { whyNot } from "../../lib/server/use-call";
import * as words from "../../strings/refusals/owner";
import { everyone } from "../../strings/everyone";
import { parts } from "../../strings/parts";
import { tablet } from "../../strings/tablet";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { PinField } from "../../ui/fields/pin-field";
import { Mark } from "../../ui/mark";
import { showError } from "../../ui/toast";
import { Dialog } from "../../ui/windows/dialog";
import { FormWindow } from "../../ui/windows/form-window";

const { names: strings } = tablet;

type Known = FunctionReturnType<typeof api.team.tablets.names>;
type Person = Known["people"][number];

/** @param onPerson somebody is on the tablet now */
export function Names(props: {
  title: string;
  known: Known | undefined;
  shop: string;
  /** How many of a person's actions wait in this browser. */
  keptBy: (personId: string) => number;
  onPerson: () => void;
}) {
  const { title, known, shop, keptBy, onPerson } = props;
  const unlock = useMutation(api.team.tablets.unlock);
  const { live } = useFreshness();
  const { errors, setErrors, refuse } = useErrors<"pin">();
  const [chosen, setChosen] = useState<Person | null>(null);

  /** Returns why not, or null. */
  const start = (personId: string, pin: string) =>
    whyNot(words, parts.failed, () => unlock({ personId, pin }), onPerson);
  const tap = async (person: Person) => {
    setErrors({});
    if (known?.needsPins) return setChosen(person);
    const refusal = await start(person.personId, "");
    if (refusal !== null) showError(refusal);
  };
  return (
    <main
      id="main"
      className="mx-auto grid min-h-dvh max-w-3xl content-center gap-5 p-6"
    >
      <title>{everyone.titled(title)}</title>
      <span className="mx-auto">
        <Mark />
      </span>
      <div className="text-center">
        <h1 className="text-2xl font-extrabold tracking-tight">
          {strings.title}
        </h1>
        <p className="text-balance wrap-anywhere text-ink-2">
          <bdi>{shop}</bdi> · <bdi>{title}</bdi>
        </p>
      </div>
      {!live && (
        <Banner tone="warn" icon={WifiOff}>
          {strings.offline}
        </Banner>
      )}
      {known?.people.length === 0 && (
        <p className="text-center">{strings.nobody}</p>
      )}
      <ul className="grid gap-3 sm:has-[li+li]:grid-cols-2">
        {known?.people.map((person) => (
          <li key={person.personId} className="grid">
            <Button size="xl" disabled={!live} onClick={() => void tap(person)}>
              <span className="min-w-0 wrap-anywhere">
                <bdi>{person.name}</bdi>
                <Kept actions={keptBy(person.personId)} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen?.hasPin === false && (
        <Dialog
          title={chosen.name}
          width="confirm"
          onClose={() => setChosen(null)}
        >
          <p className="px-4 pb-5 md:px-6">{strings.noPin}</p>
        </Dialog>
      )}
      {chosen?.hasPin === true && (
        <FormWindow
          title={chosen.name}
          verb={strings.start}
          send={async (form) => {
            const pin = fieldOf(form, "pin");
            // Nothing, or too few digits, is no guess: five of those block the person.
            const wrong =
              readPin(pin) === null &&
              words.refusalText({ code: "pinInvalid" });
            if (refuse(form, { pin: wrong })) return undefined;
            return await start(chosen.personId, pin);
          }}
          onClose={() => setChosen(null)}
        >
          <PinField label={strings.pin} error={errors.pin} />
        </FormWindow>
      )}
    </main>
  );
}

function Kept({ actions }: { actions: number }) {
  if (actions === 0) return null;
  return (
    <span className="block text-sm font-normal text-ink-2">
      {strings.kept(actions)}
    </span>
  );
}
