/** An invitation to a shop's team, in each of its states (team/invitations:look). */
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState, type ComponentProps } from "react";
import { api } from "../../../convex/_generated/api";
import { setLoggingOut } from "../../lib/account/logging-out";
import { useSession } from "../../lib/account/me";
import { loginPath, paths } from "../../lib/address/paths";
import { useAnswer } from "../../lib/server/use-answer";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { useCall } from "../../lib/server/use-call";
import { useNow } from "../../lib/time/use-now";
import { parts } from "../../strings/parts";
import { invitation as strings } from "../../strings/invitation";
import * as words from "../../strings/refusals/visitor";
import { signedIn } from "../../strings/signed-in";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { PageFrame } from "../../ui/page-frame";
import { FormError } from "../../ui/fields/form-error";
import { useLocation } from "react-router-dom";
import type { Carried } from "./carried-email";
import { AccountFrame } from "./frame";
import { useArriveSignedIn } from "./use-arrive-signed-in";
import { JoinForm } from "./join-form";

const KEY = storageKeys.invitation;

type Found = NonNullable<FunctionReturnType<typeof api.team.invitations.look>>;

export function Invitation(props: { secret: string; logOut: () => void }) {
  const { secret, logOut } = props;
  const answer = useAnswer(api.team.invitations.look, { secret });
  const now = useNow("minute");
  /** What was there when the user joined: by then the server has none. */
  const [joining, setJoining] = useState<Found | null>(null);
  const [hasJoined, setJoined] = useState(false);
  useArriveSignedIn(hasJoined ? paths.dashboard : null);
  if (answer instanceof Error) throw answer;
  if (answer === undefined) return <Loading />;
  const found = joining ?? answer;
  if (found === null || (joining === null && found.expiresAt <= now)) {
    return <Gone />;
  }
  const join = {
    begin: () => setJoining(found),
    refused: () => setJoining(null),
    joined: () => {
      keepSecret(null);
      setJoined(true);
    },
  };
  return (
    <AccountFrame
      title={strings.join(found.businessName)}
      about={strings.roles[found.role](found.name)}
    >
      <Way {...{ secret, logOut, found, join }} />
    </AccountFrame>
  );
}

export type Join = {
  begin: () => void;
  refused: () => void;
  joined: () => void;
};

function Way(props: {
  secret: string;
  logOut: () => void;
  found: Found;
  join: Join;
}) {
  const { secret, logOut, found, join } = props;
  const { caller, email, businessName: shop } = found;
  switch (caller) {
    case "none":
      return <JoinForm {...{ secret, email, shop, join }} />;
    case "signedOut":
      return <LogIn {...{ secret, email }} />;
    case "other":
      return <LogOut logOut={logOut} />;
    case "ready":
      return <Accept {...{ secret, shop, join }} />;
    case "hasOwnShop":
    case "worksElsewhere":
      return (
        <OneWay to={paths.dashboard} label={signedIn.dashboard}>
          {words.refusalText({ code: caller })}
        </OneWay>
      );
  }
}

function Loading() {
  return (
    <PageFrame title={strings.title} className="max-w-md md:pt-10">
      <p role="status" className="late text-ink-2">
        {strings.loading}
      </p>
    </PageFrame>
  );
}

/** Many come back by this link: to work. */
function Gone() {
  return (
    <AccountFrame title={strings.goneTitle}>
      <OneWay to={paths.login} label={strings.logIn}>
        {words.refusalText({ code: "invitationGone" })}
      </OneWay>
    </AccountFrame>
  );
}

function LogIn({ secret, email }: { secret: string; email: string }) {
  const state: Carried = { email };
  return (
    <OneWay
      to={loginPath(paths.invitation)}
      label={strings.logIn}
      state={state}
      variant="primary"
      onClick={() => keepSecret(secret)}
    >
      <b className="wrap-anywhere">{email}</b> {strings.hasAccount}
    </OneWay>
  );
}

function OneWay(props: ComponentProps<typeof ButtonLink> & { label: string }) {
  const { children, label, ...link } = props;
  return (
    <>
      <p className="mb-5">{children}</p>
      <ButtonLink {...link} size="lg" className="w-full">
        {label}
      </ButtonLink>
    </>
  );
}

function LogOut({ logOut }: { logOut: () => void }) {
  const session = useSession();
  // Otherwise the login page ends a logout.
  useEffect(() => () => setLoggingOut(false), []);
  const [before, after] = signedIn.signedInAs;
  const email = session.is === "signedIn" ? session.me.email : "";
  return (
    <>
      <p className="mb-5">
        {before} <b className="wrap-anywhere">{email}</b>
        {after} {strings.logOutFirst}
      </p>
      <Button variant="primary" size="lg" className="w-full" onClick={logOut}>
        {strings.logOut}
      </Button>
    </>
  );
}

function Accept(props: { secret: string; shop: string; join: Join }) {
  const { secret, shop, join } = props;
  const accept = useMutation(api.team.invitations.accept);
  const { busy, refusal, send } = useCall(words, parts.failed);
  const accepted = async () => {
    join.begin();
    if (!(await send(() => accept({ secret }), join.joined))) join.refused();
  };
  return (
    <div className="grid gap-5">
      <FormError message={refusal} />
      <Button
        variant="primary"
        size="lg"
        className="w-full wrap-anywhere"
        busy={busy}
        busyText={strings.joining}
        onClick={() => void accepted()}
      >
        {strings.join(shop)}
      </Button>
    </div>
  );
}

/** The secret of an invitation: from the fragment, or kept in this tab while the user logs in. Empty without one. */
export function useSecret(): string {
  const fragment = useLocation().hash.slice(1);
  const [kept] = useState(() => readStored(KEY, "tab") ?? "");
  return fragment === "" ? kept : fragment;
}

/** Survives the way over the login page, whose address must not hold it. Null forgets it. */
function keepSecret(secret: string | null): void {
  writeStored(KEY, secret, "tab");
}
