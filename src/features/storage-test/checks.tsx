/** The checks of file storage, with their results. */
import { useAction, useQueries } from "convex/react";
import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { useFreshness } from "../../lib/server/connection";
import { storageTest as strings } from "../../strings/storage-test";
import { Button } from "../../ui/button";

type Result = "checking" | "works" | "failed" | "noConnection" | "notTried";

const ASK = { check: { query: api.profile.files.check, args: {} } };

export function Reading() {
  const { live } = useFreshness();
  // Not useQuery, which throws: a failure is a result here.
  const answer: unknown = useQueries(ASK)["check"];
  const answered = answer instanceof Error ? "failed" : "works";
  const asked = answer === undefined ? "checking" : answered;
  return <Check title={strings.read} result={live ? asked : "noConnection"} />;
}

export function Writing({ isAdmin }: { isAdmin: boolean }) {
  const test = useAction(api.profile.files.testWrite);
  const [result, setResult] = useState<Result>("notTried");
  const tryWriting = async () => {
    setResult("checking");
    try {
      const { ok } = await test({});
      setResult(ok ? "works" : "failed");
    } catch {
      setResult("failed");
    }
  };
  return (
    <Check title={strings.write} result={result}>
      <p className="mt-1 text-ink-2">
        {isAdmin ? strings.writes : strings.adminsOnly}
      </p>
      {isAdmin && (
        <Button
          className="mt-3"
          busy={result === "checking"}
          busyText={strings.trying}
          onClick={() => void tryWriting()}
        >
          {strings.tryWriting}
        </Button>
      )}
    </Check>
  );
}

function Check(props: { title: string; result: Result; children?: ReactNode }) {
  const { title, result, children } = props;
  const isBad = result === "failed" || result === "noConnection";
  const isDone = result === "works" ? CircleCheck : CircleDashed;
  const Icon = isBad ? CircleAlert : isDone;
  return (
    <section
      aria-label={title}
      className="rounded-lg border border-line bg-surface p-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg font-bold tracking-tight">{title}</h2>
        <p role="status" className="flex items-center gap-2 font-semibold">
          <Icon
            className={isBad ? "size-5 text-danger-text" : "size-5 text-ink-2"}
          />
          {strings[result]}
        </p>
      </div>
      {children}
    </section>
  );
}
