/** A business's plan and its source, with the admin's actions. */
import { useMutation } from "convex/react";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { plans } from "../../../convex/base/rules/plans";
import { directory } from "../../strings/admin/directory";
import { isolated } from "../../strings/language/intl";
import { Tag } from "../../ui/badge";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Confirm } from "../../ui/windows/confirm";
import { passFocus } from "../../ui/pass-focus";
import { showSuccess } from "../../ui/toast";
import { api } from "../../../convex/_generated/api";
import { Fact, Facts } from "./business-facts";
import { SetPlan } from "./set-plan";
import type { Business } from "./types";
import { whyNot } from "../../lib/server/use-call";
import * as words from "./refusals";
import { shortDate, sourceOf } from "./words";

const { business: strings, setPlan: actions } = directory;

export function SubscriptionCard({ business }: { business: Business }) {
  const { plan, state, flag, subscription, isErasing, timezone } = business;
  const source = sourceOf(business);
  const { grantedPlan, cancelAt, graceEndsAt } = subscription;
  const [opened, setOpened] = useState<"set" | "takeBack" | null>(null);
  const close = () => setOpened(null);
  return (
    <Card title={strings.subscription}>
      {flag !== null && (
        <Banner tone="danger" icon={CircleAlert} className="mt-3">
          {strings.flag[flag]}
        </Banner>
      )}
      <Facts>
        <Fact name={strings.plan}>
          <Tag tone={plans[plan].tone}>{plans[plan].label}</Tag>
        </Fact>
        <Fact name={strings.state}>{directory.states[state]}</Fact>
        {source !== null && <Fact name={strings.source}>{source}</Fact>}
        <Fact name={strings.granted}>
          {grantedPlan === null ? strings.notGranted : plans[grantedPlan].label}
        </Fact>
        {graceEndsAt !== null && (
          <Fact name={strings.graceEndsAt}>
            {shortDate(graceEndsAt, timezone)}
          </Fact>
        )}
        {cancelAt !== null && (
          <Fact name={strings.endsAt}>{shortDate(cancelAt, timezone)}</Fact>
        )}
      </Facts>
      {!isErasing && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={() => setOpened("set")}>{directory.upgrade}</Button>
          {grantedPlan !== null && (
            <Button
              ref={passFocus}
              variant="quietDanger"
              onClick={() => setOpened("takeBack")}
            >
              {actions.takeBack}
            </Button>
          )}
        </div>
      )}
      {opened === "set" && <SetPlan business={business} onClose={close} />}
      {opened === "takeBack" && grantedPlan !== null && (
        <TakeBack
          business={business}
          label={plans[grantedPlan].label}
          onClose={close}
        />
      )}
    </Card>
  );
}

function TakeBack(props: {
  business: Business;
  label: string;
  onClose: () => void;
}) {
  const { business, label, onClose } = props;
  const { businessId, name } = business;
  const setPlan = useMutation(api.admin.directory.setPlan);
  const takeBack = () =>
    whyNot(
      words,
      actions.failed,
      () => setPlan({ businessId, plan: null }),
      () => showSuccess(actions.done),
    );
  return (
    <Confirm
      open
      title={actions.takeBack}
      question={actions.takeBackQuestion(isolated(name), label)}
      verb={actions.takeBack}
      onConfirm={takeBack}
      onCancel={onClose}
    />
  );
}
