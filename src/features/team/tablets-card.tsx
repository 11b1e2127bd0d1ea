/** 'Tablets' under Team: add one, see who is on it, end it. A change applies at once. */
import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Tablet } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_PERSON_NAME } from "../../../convex/business/rules/roles";
import { MAX_TABLETS } from "../../../convex/business/rules/tablets";
import { fieldOf } from "../../lib/read-form";
import { useFreshness } from "../../lib/server/connection";
import { useCall, whyNot } from "../../lib/server/use-call";
import { parts } from "../../strings/parts";
import { isolated } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { team } from "../../strings/team";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { CheckRow } from "../../ui/fields/check-row";
import { Field } from "../../ui/fields/field";
import { showError, showSuccess } from "../../ui/toast";
import { Confirm } from "../../ui/windows/confirm";
import { firstFocus } from "../../ui/windows/dialog";
import { FormWindow } from "../../ui/windows/form-window";
import { RowButton, TeamRow } from "./team-row";

// With the drawing of QR codes.
const CodeWindow = lazy(() => import("./code-window"));

const { tablets: strings } = team;
type List = FunctionReturnType<typeof api.team.tablets.list>;
type Shown = Pick<List["tablets"][number], "tabletId" | "name"> & {
  code: string;
};

export function TabletsCard({ tablets, needsPins }: List) {
  const add = useAction(api.team.tablets.add);
  const need = useMutation(api.team.tablets.needPins).withOptimisticUpdate(
    (store, { needed }) => {
      const { list } = api.team.tablets;
      const known = store.getQuery(list, {});
      store.setQuery(list, {}, known && { ...known, needsPins: needed });
    },
  );
  const { send } = useCall(words, parts.failed, showError);
  const { live } = useFreshness();
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<Shown>();

  const make = (name: string) =>
    whyNot(
      words,
      parts.failed,
      () => add({ name }),
      ({ tabletId, code }) => setShown({ tabletId, name, code }),
    );
  return (
    <Card title={strings.card}>
      <p className="mt-1 max-w-prose text-ink-2">{strings.meaning}</p>
      {tablets.length > 0 && (
        <>
          <ul className="mt-1 divide-y divide-line">
            {tablets.map((tablet) => (
              <Row key={tablet.tabletId} {...tablet} />
            ))}
          </ul>
          <CheckRow
            className="mt-2"
            label={strings.needsPins}
            meaning={strings.needsPinsMeaning}
            checked={needsPins}
            disabled={!live}
            onChange={() => void send(() => need({ needed: !needsPins }))}
          />
        </>
      )}
      {tablets.length >= MAX_TABLETS ? (
        <p className="mt-3 text-ink-2">{strings.full(MAX_TABLETS)}</p>
      ) : (
        <Button
          size="field"
          icon={Tablet}
          className="mt-3"
          disabled={!live}
          onClick={() => setAdding(true)}
        >
          {strings.add}
        </Button>
      )}
      {isAdding && (
        <FormWindow
          title={strings.add}
          verb={strings.showCode}
          send={(form) => make(fieldOf(form, "name").trim())}
          onClose={() => setAdding(false)}
        >
          <Field
            {...firstFocus}
            label={strings.name}
            hint={strings.nameHint}
            name="name"
            maxLength={MAX_PERSON_NAME}
            autoComplete="off"
            dir="auto"
          />
        </FormWindow>
      )}
      {shown && (
        <Suspense>
          <CodeWindow
            name={shown.name}
            code={shown.code}
            isPaired={tablets.some(
              (one) => one.tabletId === shown.tabletId && one.isPaired,
            )}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Row({ tabletId, name, isPaired, person }: List["tablets"][number]) {
  const end = useMutation(api.team.tablets.end);
  const [isAsking, setAsking] = useState(false);
  const confirm = () =>
    whyNot(
      words,
      parts.failed,
      () => end({ tabletId }),
      () => showSuccess(strings.ended(isolated(name))),
    );
  const isOn = person === null ? strings.locked : strings.on(isolated(person));
  return (
    <TeamRow who={name} facts={[isPaired ? isOn : strings.notPaired]}>
      <RowButton
        aria-label={strings.endOne(name)}
        onClick={() => setAsking(true)}
      >
        {strings.end}
      </RowButton>
      <Confirm
        open={isAsking}
        title={strings.endTitle(isolated(name))}
        question={strings.endMeaning}
        verb={strings.end}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </TeamRow>
  );
}
