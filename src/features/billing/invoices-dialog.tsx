/** 'Invoices': the invoices, with links to the payment service. */
import { useAction } from "convex/react";
import { ExternalLink, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { outsideAddress } from "../../lib/address/leave-for";
import { CHECKOUT_TIMEOUT_MS, within } from "../../lib/server/within";
import { parts } from "../../strings/parts";
import { billing } from "../../strings/billing";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { Badge } from "../../ui/badge";
import { Button, ButtonAnchor } from "../../ui/button";
import { Dialog } from "../../ui/windows/dialog";
import { Bone, Skeleton } from "../../ui/skeleton";
import {
  invoiceDay,
  invoiceState,
  invoiceTotal,
  type Invoice,
} from "./invoice-words";

const { invoices: strings } = billing;

type Answer =
  | { is: "loading" }
  | { is: "refused"; message: string }
  | { is: "loaded"; invoices: readonly Invoice[] };

function useInvoices() {
  const ask = useAction(api.billing.payments.invoices);
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer>({ is: "loading" });
  useEffect(() => {
    let over = false;
    const load = async (): Promise<Answer> => {
      try {
        const given = await within(ask({}), CHECKOUT_TIMEOUT_MS);
        return given.ok
          ? { is: "loaded", invoices: given.invoices }
          : { is: "refused", message: refusalText(given) };
      } catch (error) {
        return {
          is: "refused",
          message: errorText(error, refusalText({ code: "stripeUnavailable" })),
        };
      }
    };
    void load().then((loaded) => {
      if (!over) setAnswer(loaded);
    });
    return () => {
      over = true;
    };
  }, [ask, turn]);
  const again = () => {
    setAnswer({ is: "loading" });
    setTurn((last) => last + 1);
  };
  return { answer, again };
}

export default function InvoicesDialog(props: {
  timeZone: string;
  onClose: () => void;
}) {
  const { timeZone, onClose } = props;
  const { answer, again } = useInvoices();
  return (
    <Dialog
      onClose={onClose}
      title={billing.plan.invoices}
      description={strings.order}
    >
      <div
        role="group"
        aria-label={strings.own}
        tabIndex={0}
        className="min-h-40 overflow-y-auto rounded-b-xl px-4 pb-5 md:px-6 md:pb-6"
      >
        {answer.is === "loading" && (
          <Skeleton label={strings.loading} className="grid gap-3">
            <Bone className="h-16" />
            <Bone className="h-16" />
          </Skeleton>
        )}
        {answer.is === "refused" && (
          <div role="alert" className="grid justify-items-start gap-3">
            <p className="font-medium text-danger-text">{answer.message}</p>
            <Button icon={RefreshCw} onClick={again}>
              {parts.tryAgain}
            </Button>
          </div>
        )}
        {answer.is === "loaded" && answer.invoices.length === 0 && (
          <div className="grid min-h-32 place-content-center rounded-md border border-dashed border-line-strong p-6 text-center">
            <h3 className="text-lg font-bold">{strings.none}</h3>
            <p className="text-ink-2">{strings.firstOne}</p>
          </div>
        )}
        {answer.is === "loaded" && answer.invoices.length > 0 && (
          <ul className="divide-y divide-line">
            {answer.invoices.map((invoice, place) => (
              <Row
                key={invoice.number ?? place}
                invoice={invoice}
                timeZone={timeZone}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function Row({ invoice, timeZone }: { invoice: Invoice; timeZone: string }) {
  const { number, at, total, currency, url } = invoice;
  const state = invoiceState(invoice);
  const day = invoiceDay(at, timeZone);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{day}</p>
        {number !== null && (
          <p className="text-sm wrap-anywhere text-ink-2">{number}</p>
        )}
      </div>
      <div className="grid justify-items-end gap-1">
        <span className="font-semibold tab">
          {invoiceTotal(total, currency)}
        </span>
        {state && <Badge tone={state.tone}>{state.label}</Badge>}
      </div>
      {url !== null && (
        <ButtonAnchor
          href={outsideAddress(url)}
          target="_blank"
          rel="noopener noreferrer"
          icon={ExternalLink}
        >
          {invoice.status === "open" ? strings.pay : strings.view}
          <span className="sr-only">{` ${strings.which(day)}`}</span>
        </ButtonAnchor>
      )}
    </li>
  );
}
