/** A business without an open queue: the form for its first one, or the way to its closed ones. */
import { useMutation } from "convex/react";
import { ListChecks, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_QUEUE_NAME } from "../../../convex/base/rules/names";
import { useMay } from "../../lib/account/role";
import { useSubscription } from "../../lib/account/subscription";
import { useCall } from "../../lib/server/use-call";
import { everyone } from "../../strings/everyone";
import { dashboard } from "../../strings/dashboard";
import { queueManager as strings } from "../../strings/desk";
import * as words from "../../strings/refusals/owner";
import { Button } from "../../ui/button";
import { Field } from "../../ui/fields/field";
import { Form } from "../../ui/fields/form";
import { EmptyLine } from "../../ui/mark";
import { passFocus } from "../../ui/pass-focus";

/** @param onManage opens the closed ones; null where there are none */
export default function NoQueues(props: {
  canCreate: boolean;
  onManage: (() => void) | null;
}) {
  const { canCreate, onManage } = props;
  const manages = useMay("manageShop");
  const { isOnHold } = useSubscription();
  const whoMakes = canCreate ? strings.makeFirst : strings.planFirst(isOnHold);
  const none = manages ? whoMakes : strings.askForFirst;
  const closed = canCreate
    ? strings.allInactive
    : dashboard.desk.closedForNew(isOnHold);
  return (
    <section
      aria-labelledby="no-queues"
      className="grid place-items-center px-6 py-10 text-center"
    >
      <EmptyLine />
      <h2
        id="no-queues"
        className="mt-4 text-xl font-bold tracking-tight text-balance"
      >
        {dashboard.queues.noneAvailable}
      </h2>
      <p className="mt-1.5 text-ink-2">{onManage === null ? none : closed}</p>
      {manages && onManage !== null && (
        <Button icon={ListChecks} className="mt-4" onClick={onManage}>
          {dashboard.queues.manage}
        </Button>
      )}
      {manages && canCreate && onManage === null && <FirstQueue />}
    </section>
  );
}

/** The name is prefilled, so one tap is enough. */
function FirstQueue() {
  const create = useMutation(api.desk.queues.create);
  const [name, setName] = useState<string>(strings.firstName);
  const { busy, refusal, setRefusal, send } = useCall(
    words,
    strings.createFailed,
  );
  return (
    <Form
      onSubmit={() => void send(() => create({ name }))}
      className="mt-5 grid w-full max-w-xs gap-3 text-left"
    >
      <Field
        label={strings.name}
        value={name}
        maxLength={MAX_QUEUE_NAME}
        autoComplete="off"
        dir="auto"
        error={refusal}
        onChange={(event) => {
          setName(event.target.value);
          setRefusal(null);
        }}
      />
      <Button
        // It disappears after it succeeds.
        ref={passFocus}
        type="submit"
        variant="primary"
        size="lg"
        icon={Plus}
        busy={busy}
        busyText={everyone.processing}
      >
        {strings.create}
      </Button>
    </Form>
  );
}
