/** Names the mails that an e-mail's link ends, with the button that ends them (product.md E4). */
import { useMutation, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { paths } from "../../lib/address/paths";
import { everyone } from "../../strings/everyone";
import { unsubscribe as strings } from "../../strings/unsubscribe";
import { Button, ButtonAnchor } from "../../ui/button";

type Found = FunctionReturnType<typeof api.upkeep.mails.subscription>;

/** Nothing ends before the button is pressed, because programs open links too. */
export function EndMails({ token }: { token: string }) {
  const ask = useMemo(
    () => ({
      found: { query: api.upkeep.mails.subscription, args: { token } },
    }),
    [token],
  );
  // Not useQuery: a failure is shown here.
  const found = useQueries(ask)["found"] as Found | undefined | Error;
  if (found === undefined) {
    return (
      <p role="status" className="text-ink-2">
        {strings.loading}
      </p>
    );
  }
  if (found === null || found instanceof Error) {
    return (
      <>
        <Words title={strings.unknownTitle} text={strings.unknown} />
        <ButtonAnchor href={paths.home} className="mt-5 w-full">
          {everyone.goHome}
        </ButtonAnchor>
      </>
    );
  }
  return found.isOver ? <Over {...found} /> : <Ask token={token} {...found} />;
}

function Over({ businessName }: { businessName: string | null }) {
  const text =
    businessName === null
      ? strings.overNewsletter
      : strings.overShop(businessName);
  return (
    <div role="status">
      <Words title={strings.overTitle} text={text} />
    </div>
  );
}

function Ask(props: { token: string; businessName: string | null }) {
  const { token, businessName } = props;
  const unsubscribe = useMutation(api.upkeep.mails.unsubscribe);
  const [state, setState] = useState<"asked" | "busy" | "failed">("asked");
  const end = async () => {
    setState("busy");
    try {
      const { ok } = await unsubscribe({ token });
      // The query shows when it is done.
      if (!ok) setState("failed");
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <Words
        title={strings.title}
        text={
          businessName === null
            ? strings.ofNewsletter
            : strings.ofShop(businessName)
        }
      />
      {state === "failed" && (
        <p role="alert" className="mt-3 text-danger-text">
          {strings.failed}
        </p>
      )}
      <Button
        variant="primary"
        size="lg"
        className="mt-5 w-full"
        busy={state === "busy"}
        busyText={strings.stopping}
        onClick={() => void end()}
      >
        {strings.stop}
      </Button>
    </>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1 className="text-2xl font-extrabold tracking-tight">{title}</h1>
      <p className="mt-2 break-words text-ink-2" dir="auto">
        {text}
      </p>
    </>
  );
}
