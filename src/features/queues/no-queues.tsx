/** A business without a queue: the form for its first one. */
import { useMutation } from "convex/react";
import { Plus } from "lucide-react";
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

export default function NoQueues({ canCreate }: { canCreate: boolean }) {
  const manages = useMay("manageShop");
  const { isOnHold } = useSubscription();
  const whoMakes = canCreate ? strings.makeFirst : strings.planFirst(isOnHold);
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
      <p className="mt-1.5 text-ink-2">
        {manages ? whoMakes : strings.askForFirst}
      </p>
      {manages && canCreate && <FirstQueue />}
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
