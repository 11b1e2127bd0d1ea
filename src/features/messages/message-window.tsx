/** A text to one person of a queue, typed or started from a template. */
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { phoneGrouped } from "../../lib/address/phone-href";
import { dashboard } from "../../strings/dashboard";
import { parts } from "../../strings/parts";
import { isolated } from "../../strings/language/intl";
import { messages as strings } from "../../strings/messages";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/windows/dialog";
import { Bone, Skeleton } from "../../ui/skeleton";
import { Compose, useTicketData, type Person } from "./compose";
import { useShopData, type Shop } from "./shop-data";

export type Receiver = Person & { phone: string };

export default function MessageWindow(props: {
  to: Receiver;
  queue: string;
  business: Shop;
  onClose: () => void;
}) {
  const { to, queue, business, onClose } = props;
  const panel = useQuery(api.messages.sms.panel, {});
  const { ticketId, letter, number, name, phone } = to;
  const data = useShopData(business);
  const ticketData = useTicketData();
  return (
    <Dialog
      onClose={onClose}
      title={strings.toPerson.title(ticketName(letter, number))}
      description={strings.ofTwo(
        isolated(name ?? dashboard.desk.guest),
        phoneGrouped(phone),
      )}
    >
      {panel === undefined && (
        <Skeleton
          label={strings.loading}
          className="grid gap-4 px-4 pb-5 md:px-6"
        >
          <Bone className="h-12" />
          <Bone className="h-28" />
        </Skeleton>
      )}
      {panel?.allowed === false && (
        <p className="px-4 pb-5 md:px-6">{strings.notInPlan}</p>
      )}
      {panel?.allowed && (
        <Compose
          panel={panel}
          ticketId={ticketId}
          data={{ ...data, ...ticketData(to, queue) }}
          className="grid auto-rows-max gap-4 overflow-y-auto px-4 pt-1 pb-5 md:px-6 md:pb-6"
          onSent={onClose}
        >
          <Button size="field" onClick={onClose}>
            {parts.cancel}
          </Button>
        </Compose>
      )}
    </Dialog>
  );
}
