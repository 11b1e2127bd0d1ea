/** /tablet: makes this browser the shop's tablet, with a code from Team. `#{code}` fills it in. */
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { AccountFrame } from "../features/account/frame";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { useCredentials } from "../features/account/use-credentials";
import { useSession } from "../lib/account/me";
import { paths } from "../lib/address/paths";
import { fieldOf, useErrors } from "../lib/read-form";
import { tablet } from "../strings/tablet";
import { SubmitButton } from "../ui/button";
import { Field } from "../ui/fields/field";
import { Form } from "../ui/fields/form";
import { FormError } from "../ui/fields/form-error";
import { SlowNote } from "../lib/account/slow-note";

const { pair: strings } = tablet;

export default function TabletScreen() {
  const code = useLocation().hash.slice(1);
  const session = useSession();
  const { busy, refusal, send } = useCredentials("tablet");
  const { errors, refuse } = useErrors<"code">();
  const [isPaired, setPaired] = useState(false);
  const me = session.is === "signedIn" ? session.me : null;
  const isTablet = (me?.tablet ?? null) !== null;
  useArriveSignedIn(isTablet || isPaired ? paths.dashboard : null);
  const submit = async (form: HTMLFormElement) => {
    const typed = fieldOf(form, "code");
    if (refuse(form, { code: typed === "" && strings.enterCode })) return;
    if ((await send({ code: typed })) === null) setPaired(true);
  };
  return (
    <AccountFrame title={strings.title} about={strings.about}>
      <Form onSubmit={submit} className="grid gap-5">
        <FormError message={refusal} />
        <Field
          key={code}
          label={strings.code}
          name="code"
          defaultValue={code}
          hint={me !== null && !isTablet && strings.replaces(me.email)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          error={errors.code}
        />
        <SubmitButton busy={busy} busyText={strings.pairing}>
          {strings.title}
        </SubmitButton>
        <SlowNote busy={busy} />
      </Form>
    </AccountFrame>
  );
}
