/** E-mail and password, then the code of a second factor if the account has one (product.md O12). */
import { useState, type ReactNode } from "react";
import { normalizeEmail } from "../../../convex/base/rules/password";
import { account as strings } from "../../strings/account";
import { refusalText } from "../../strings/refusals/visitor";
import { Button, SubmitButton } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { AppCode } from "./app-code";
import { Form } from "../../ui/fields/form";
import { FormError } from "../../ui/fields/form-error";
import { PasswordField } from "../../ui/fields/password-field";
import { fieldOf, useErrors } from "../../lib/read-form";
import { SlowNote } from "../../lib/account/slow-note";
import type { useCredentials } from "./use-credentials";

type Given = { email: string; password: string };

export function LoginForm(props: {
  credentials: Credentials;
  email?: string;
  onSignedIn?: () => void;
  /** Below the first step's button. */
  children?: ReactNode;
}) {
  const { credentials, email = "", onSignedIn, children } = props;
  const [given, setGiven] = useState<Given>({ email, password: "" });
  const [asksCode, setAsksCode] = useState(false);

  const send = async (now: Given & { code?: string }) => {
    setGiven(now);
    const refused = await credentials.send(now);
    if (refused === null) onSignedIn?.();
    if (refused === "codeNeeded") setAsksCode(true);
  };
  const back = () => {
    credentials.forget();
    setAsksCode(false);
  };
  return asksCode ? (
    <CodeStep
      credentials={credentials}
      onCode={(code) => void send({ ...given, code })}
      onBack={back}
    />
  ) : (
    <PasswordStep
      credentials={credentials}
      email={given.email}
      onGiven={(now) => void send(now)}
    >
      {children}
    </PasswordStep>
  );
}

type Credentials = ReturnType<typeof useCredentials>;

function PasswordStep(props: {
  credentials: Credentials;
  email: string;
  onGiven: (given: Given) => void;
  children: ReactNode;
}) {
  const { busy, refusal } = props.credentials;
  const { errors, refuse } = useErrors<keyof Given>();

  const submit = (form: HTMLFormElement) => {
    const email = fieldOf(form, "email");
    const password = fieldOf(form, "password");
    const isEmail = normalizeEmail(email) !== null;
    const isWrong = refuse(form, {
      email: !isEmail && refusalText({ code: "invalidEmail" }),
      password: password === "" && strings.enterPassword,
    });
    if (!isWrong) props.onGiven({ email, password });
  };

  return (
    <Form onSubmit={submit} className="grid gap-5">
      {/* The page's title and the button already say it to the eye. */}
      <h2 className="sr-only">{strings.logIn}</h2>
      <FormError message={refusal} />
      <EmailField
        label={strings.email}
        autoComplete="username"
        defaultValue={props.email}
        error={errors.email}
      />
      <PasswordField
        label={strings.password}
        autoComplete="current-password"
        error={errors.password}
      />
      <SubmitButton busy={busy} busyText={strings.loggingIn}>
        {strings.logIn}
      </SubmitButton>
      <SlowNote busy={busy} />
      {props.children}
    </Form>
  );
}

function CodeStep(props: {
  credentials: Credentials;
  onCode: (code: string) => void;
  onBack: () => void;
}) {
  const { busy, refusal } = props.credentials;
  const { errors, refuse } = useErrors<"code">();

  const submit = (form: HTMLFormElement) => {
    const code = fieldOf(form, "code");
    const wrong = code.trim() === "" && strings.codeStep.enter;
    if (!refuse(form, { code: wrong })) props.onCode(code);
  };

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <div role="status">
        <h2 className="text-lg font-bold tracking-tight">
          {strings.codeStep.title}
        </h2>
        <p className="mt-1 text-ink-2">{strings.codeStep.meaning}</p>
      </div>
      <FormError message={refusal} />
      <AppCode name="code" error={errors.code} />
      <SubmitButton busy={busy} busyText={strings.loggingIn}>
        {strings.logIn}
      </SubmitButton>
      <SlowNote busy={busy} />
      <Button variant="link" onClick={props.onBack} disabled={busy}>
        {strings.codeStep.back}
      </Button>
    </Form>
  );
}
