/** 'Tablets' under Team: add one, see who is on it, end it. A change applies at once. */
import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Tablet } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_PERSON_NAME } from "../../../convex/business/rules/roles";
import { MAX_TABLETS } from "../../../convex/business/rules/tablets";
import { textIn } from "../../lib/read-form";
import { useFreshness } from "../../lib/server/connection";
import { isolated } from "../../strings/language/intl";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { team } from "../../strings/team";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Field } from "../../ui/fields/field";
import { passFocus } from "../../ui/pass-focus";
import { showSuccess } from "../../ui/toast";
import { Confirm } from "../../ui/windows/confirm";
import { firstFocus } from "../../ui/windows/dialog";
import { FormWindow } from "../../ui/windows/form-window";
import { CheckRow } from "./check-row";
import { TeamRow } from "./team-row";
import { useAttempt } from "./use-attempt";

// With the drawing of QR codes.
const CodeWindow = lazy(() => import("./code-window"));

const { tablets: strings } = team;
type List = FunctionReturnType<typeof api.team.tablets.list>;
type Code = { name: string; code: string };

export function TabletsCard({ tablets, needsPins }: List) {
  const add = useAction(api.team.tablets.add);
  const need = useMutation(api.team.tablets.needPins);
  const { live } = useFreshness();
  const [isAdding, setAdding] = useState(false);
  const [code, setCode] = useState<Code | null>(null);

  /** Returns why there is no code, or null. */
  const make = async (name: string) => {
    try {
      const answer = await add({ name });
      if (!answer.ok) return refusalText(answer);
      setCode({ name, code: answer.code });
      return null;
    } catch (error) {
      return errorText(error, team.failed);
    }
  };
  return (
    <Card title={strings.card}>
      <p className="mt-1 max-w-prose text-ink-2">{strings.meaning}</p>
      {tablets.length > 0 && (
        <ul className="mt-1 divide-y divide-line">
          {tablets.map((tablet) => (
            <Row key={tablet.tabletId} {...tablet} />
          ))}
        </ul>
      )}
      {tablets.length > 0 && (
        <CheckRow
          checked={needsPins}
          label={strings.needsPins}
          meaning={strings.needsPinsMeaning}
          toggle={() => need({ needed: !needsPins })}
        />
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
          send={async (form) => await make(textIn(form, "name").trim())}
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
      {code !== null && (
        <Suspense>
          <CodeWindow {...code} onClose={() => setCode(null)} />
        </Suspense>
      )}
    </Card>
  );
}

function Row({ tabletId, name, isPaired, person }: List["tablets"][number]) {
  const end = useMutation(api.team.tablets.end);
  const { live } = useFreshness();
  const { busy, attempt } = useAttempt();
  const [isAsking, setAsking] = useState(false);
  const confirm = async () => {
    await attempt(async () => {
      await end({ tabletId });
      showSuccess(strings.ended(isolated(name)));
    });
    setAsking(false);
  };
  const isOn = person === null ? strings.locked : strings.on(isolated(person));
  return (
    <TeamRow who={name} facts={[isPaired ? isOn : strings.notPaired]}>
      <Button
        ref={passFocus}
        className="acts"
        aria-label={strings.endOne(name)}
        disabled={!live}
        onClick={() => setAsking(true)}
      >
        {strings.end}
      </Button>
      <Confirm
        open={isAsking}
        title={strings.endTitle(isolated(name))}
        question={strings.endMeaning}
        verb={strings.end}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </TeamRow>
  );
}
