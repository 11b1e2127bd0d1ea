/** 'Add Business': an account with its business, made by an admin. */
import { useAction } from "convex/react";
import { Plus } from "lucide-react";
import { useState } from "react";
import {
  firstPlan,
  planNamed,
  plans,
  soldPlans,
} from "../../../convex/base/rules/plans";
import { cleanText, MAX_NAME } from "../../../convex/base/rules/names";
import {
  givenPasswordProblem,
  MAX_PASSWORD,
  MIN_PASSWORD,
  normalizeEmail,
} from "../../../convex/base/rules/password";
import { useConfirmed } from "../../lib/server/confirmed";
import { localZone } from "../../lib/time/local-zone";
import { fieldOf, useErrors } from "../../lib/read-form";
import { directory } from "../../strings/admin/directory";
import { refusalText } from "../../strings/refusals/admin";
import { Button } from "../../ui/button";
import { firstFocus } from "../../ui/windows/dialog";
import { FormWindow } from "../../ui/windows/form-window";
import { CheckRow } from "../../ui/fields/check-row";
import { EmailField } from "../../ui/fields/email-field";
import { Field } from "../../ui/fields/field";
import { Select } from "../../ui/fields/select";
import { showSuccess } from "../../ui/toast";
import { api } from "../../../convex/_generated/api";
import { whyNot } from "../../lib/server/use-call";
import * as words from "./refusals";

const { add: strings } = directory;

export function AddBusiness() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={Plus} onClick={() => setOpen(true)}>
        {strings.title}
      </Button>
      {open && <AddWindow onClose={() => setOpen(false)} />}
    </>
  );
}

function weakText(
  code: NonNullable<ReturnType<typeof givenPasswordProblem>>,
): string {
  return code === "passwordTooShort"
    ? refusalText({ code, min: MIN_PASSWORD })
    : refusalText({ code });
}

function AddWindow({ onClose }: { onClose: () => void }) {
  const create = useAction(api.admin.directory.create);
  // Only making an admin requires the password.
  const confirmed = useConfirmed();
  const { errors, refuse } = useErrors<"email" | "password" | "businessName">();

  const send = async (form: HTMLFormElement) => {
    const [email, password] = [
      fieldOf(form, "email").trim(),
      fieldOf(form, "password"),
    ];
    const businessName = fieldOf(form, "businessName").trim();
    const weak = givenPasswordProblem(password);
    const isEmail = normalizeEmail(email) !== null;
    const isNamed = cleanText(businessName) !== null;
    const isWrong = refuse(form, {
      email: !isEmail && refusalText({ code: "invalidEmail" }),
      password: weak !== null && weakText(weak),
      businessName: !isNamed && refusalText({ code: "businessNameRequired" }),
    });
    if (isWrong) {
      const isMissing = [email, password, businessName].includes("");
      return isMissing ? strings.missing : undefined;
    }
    const account = {
      email,
      password,
      businessName,
      plan: planNamed(fieldOf(form, "plan")) ?? firstPlan,
      isAdmin: fieldOf(form, "isAdmin") !== "",
      // The likeliest time zone; the owner can change it.
      timezone: localZone(),
    };
    let isMade = false as boolean;
    const why = await whyNot(
      words,
      strings.failed,
      () => confirmed(() => create(account)),
      (made) => {
        isMade = made !== null;
        if (isMade) showSuccess(strings.done);
      },
    );
    // Cancelling the password does not close it.
    return isMade ? null : (why ?? undefined);
  };

  return (
    <FormWindow
      title={strings.title}
      description={strings.meaning}
      width="form"
      verb={strings.confirm}
      send={send}
      onClose={onClose}
    >
      <EmailField
        {...firstFocus}
        label={strings.email}
        // The owner's data, so this browser must not fill it in.
        autoComplete="off"
        error={errors.email}
      />
      <Field
        label={strings.password}
        hint={strings.passwordHint}
        name="password"
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_PASSWORD}
        error={errors.password}
      />
      <Field
        label={strings.businessName}
        name="businessName"
        autoComplete="off"
        dir="auto"
        maxLength={MAX_NAME}
        error={errors.businessName}
      />
      <Select
        label={strings.plan}
        hint={strings.planHint}
        name="plan"
        options={soldPlans.map((plan) => ({
          value: plan,
          label: plans[plan].label,
        }))}
      />
      <CheckRow
        label={strings.isAdmin}
        meaning={strings.isAdminMeans}
        name="isAdmin"
      />
    </FormWindow>
  );
}
