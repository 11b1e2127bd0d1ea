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
import { Dialog, firstFocus } from "../../ui/windows/dialog";
import { DialogForm } from "../../ui/windows/dialog-form";
import { EmailField } from "../../ui/fields/email-field";
import { Field } from "../../ui/fields/field";
import { Select } from "../../ui/fields/select";
import { showSuccess } from "../../ui/toast";
import { api } from "../../../convex/_generated/api";
import { useCall } from "./use-call";

const { add: strings } = directory;

type Errors = { email?: string; password?: string; businessName?: string };

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
  const { busy, refusal, send } = useCall(strings.failed);
  const { errors, refuse } = useErrors<Errors>();
  const [missing, setMissing] = useState(false);

  const submit = async (form: HTMLFormElement) => {
    const [email, password] = [
      fieldOf(form, "email").trim(),
      fieldOf(form, "password"),
    ];
    const businessName = fieldOf(form, "businessName").trim();
    const weak = givenPasswordProblem(password);
    setMissing([email, password, businessName].includes(""));
    const found: Errors = {
      ...(normalizeEmail(email) === null && {
        email: refusalText({ code: "invalidEmail" }),
      }),
      ...(weak !== null && { password: weakText(weak) }),
      ...(cleanText(businessName) === null && {
        businessName: refusalText({ code: "businessNameRequired" }),
      }),
    };
    if (refuse(form, found)) return;
    const account = {
      email,
      password,
      businessName,
      plan: planNamed(fieldOf(form, "plan")) ?? firstPlan,
      isAdmin: fieldOf(form, "isAdmin") !== "",
      // The likeliest time zone; the owner can change it.
      timezone: localZone(),
    };
    const done = await send(() => confirmed(() => create(account)));
    if (done === null) return;
    showSuccess(strings.done);
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.title}
      description={strings.meaning}
    >
      <DialogForm
        verb={strings.confirm}
        busy={busy}
        refusal={missing ? strings.missing : refusal}
        onSubmit={(form) => void submit(form)}
        onCancel={onClose}
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
        <Select label={strings.plan} hint={strings.planHint} name="plan">
          {soldPlans.map((plan) => (
            <option key={plan} value={plan}>
              {plans[plan].label}
            </option>
          ))}
        </Select>
        <label className="flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            name="isAdmin"
            className="mt-1 size-5 shrink-0 accent-brand"
          />
          <span>
            <span className="block font-semibold">{strings.isAdmin}</span>
            <span className="block text-sm text-ink-2">
              {strings.isAdminMeans}
            </span>
          </span>
        </label>
      </DialogForm>
    </Dialog>
  );
}
