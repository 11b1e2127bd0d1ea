/** The form for a text: to a typed number, or to one person of a queue. */
import { useConvex, useQuery } from "convex/react";
import { Send } from "lucide-react";
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { segmentsOf } from "../../../convex/messages/rules/smsSegments";
import {
  COUNTER,
  fillTemplate,
  plainMarks,
  type TemplateData,
  type TemplateName,
} from "../../../convex/messages/rules/smsTemplates";
import { MAX_SEGMENTS } from "../../../convex/messages/rules/sms";
import { plainPlace } from "../../../convex/queue/rules/callPlace";
import { bareName, ticketName } from "../../../convex/queue/rules/ticketName";
import { isPhoneLike, MAX_PHONE } from "../../../convex/base/rules/typedPhone";
import { useMay } from "../../lib/account/role";
import { useLate } from "../../lib/late";
import { useErrors } from "../../lib/read-form";
import { useFreshness } from "../../lib/server/connection";
import { dashboard } from "../../strings/dashboard";
import { examplePhone } from "../../strings/language/page-clock";
import { messages } from "../../strings/messages";
import { refusalText } from "../../strings/refusals/connection";
import { Button } from "../../ui/button";
import { firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { Form } from "../../ui/fields/form";
import { FormError } from "../../ui/fields/form-error";
import { Select } from "../../ui/fields/select";
import { showSuccess } from "../../ui/toast";
import { openPlaceholders } from "./fill";
import { MessageField, TemplateChips } from "./message-field";
import { sendText } from "./send-text";
import type { Panel } from "./types";

const { send: strings, usage, templates: words } = messages;

/** The templates for people in the queue. The others are sent on schedule. */
const OFFERED: readonly TemplateName[] = ["readyNow", "almost", "late"];

/** Somebody in the queue with a phone number. */
export type Person = {
  ticketId: Id<"tickets">;
  letter: string | null;
  number: number;
  name: string | null;
  /** The named chair that they were called to. */
  chairId?: string;
};
export type People = { queue: string; list: readonly Person[] };

/** A template's values that come from a person's ticket. */
export function useTicketData(): (of: Person, queue: string) => TemplateData {
  const known = useQuery(api.desk.chairs.list, {});
  return ({ letter, number, chairId }, queue) => {
    const at = known?.chairs.find((one) => one.chairId === chairId);
    return {
      queue_name: queue,
      ticket_number: bareName(letter, number),
      place: at ? plainPlace({ ...at, chair: at.name }) : COUNTER,
    };
  };
}

function phoneError(to: string): string | undefined {
  if (to.trim() === "") return refusalText({ code: "phoneRequired" });
  return isPhoneLike(to) ? undefined : refusalText({ code: "phoneInvalid" });
}

function errorsOf(to: string | null, body: string) {
  const [open] = openPlaceholders(body);
  const phone = to === null ? undefined : phoneError(to);
  const { segments } = segmentsOf(plainMarks(body));
  return {
    ...(phone !== undefined && { phone }),
    ...(open !== undefined && { message: strings.fillIn(open) }),
    ...(segments > MAX_SEGMENTS && {
      message: refusalText({ code: "smsTooLong", max: MAX_SEGMENTS }),
    }),
    ...(body.trim() === "" && {
      message: refusalText({ code: "messageRequired" }),
    }),
  };
}

export function Compose(props: {
  panel: Panel;
  /** The receiver; null: one of `people`, or a typed number. */
  ticketId: Id<"tickets"> | null;
  people?: People | null;
  data: TemplateData;
  className: string;
  onSent?: () => void;
  onNeedsOwn?: () => void;
  children?: ReactNode;
}) {
  const { panel, people = null, className, onSent, onNeedsOwn } = props;
  const { children } = props;
  const ticketData = useTicketData();
  const convex = useConvex();
  const { live } = useFreshness();
  const may = {
    watches: useMay("manageShop"),
    owns: useMay("ownShop"),
    hasList: props.ticketId === null,
  };
  const isLate = useLate();
  const whyId = useId();
  const form = useRef<HTMLFormElement>(null);
  /** The placeholder to type over next. */
  const toReplace = useRef<string | null>(null);
  const [to, setTo] = useState("");
  const [chosen, setChosen] = useState("");
  const [body, setBody] = useState("");
  const [busy, setBusy] = useState(false);
  const { errors, setErrors, refuse } = useErrors<"phone" | "message">();
  const [failure, setFailure] = useState<string | null>(null);
  const dataFor = (ticketId: string): TemplateData => {
    const person = people?.list.find((one) => one.ticketId === ticketId);
    const own = people && person && ticketData(person, people.queue);
    return { ...props.data, ...own };
  };
  const offeredFor = (data: TemplateData) =>
    panel.templates
      .filter(({ name }) => OFFERED.includes(name))
      .map(({ name, text }) => ({
        name,
        label: words.names[name],
        text: fillTemplate(text, data),
      }));
  const person = people?.list.find((one) => one.ticketId === chosen);
  const ticketId = props.ticketId ?? person?.ticketId ?? null;
  const offered = offeredFor(dataFor(chosen));
  const picked = offered.find(({ text }) => text === body)?.name ?? null;
  const left = panel.quota - panel.used;

  useLayoutEffect(() => {
    const field = form.current?.querySelector("textarea");
    if (!field || toReplace.current === null) return;
    const at = body.indexOf(toReplace.current);
    field.focus();
    field.setSelectionRange(at, at + toReplace.current.length);
    toReplace.current = null;
  });

  /** A started template is filled in anew; own words keep all but their open placeholders. */
  const choose = (next: string) => {
    const data = dataFor(next);
    const started = offeredFor(data).find(({ name }) => name === picked);
    setChosen(next);
    setBody(started?.text ?? fillTemplate(body, data));
    setErrors({});
  };

  const submit = async (of: HTMLFormElement) => {
    if (busy) return;
    setFailure(null);
    if (refuse(of, errorsOf(ticketId === null ? to : null, body))) return;
    setBusy(true);
    const wanted = ticketId === null ? { to, body } : { ticketId, body };
    const { ok, said, needsOwn } = await sendText(convex, wanted, may);
    if (ok) showSuccess(said);
    if (isLate(ok ? null : said)) return;
    setBusy(false);
    if (ok) {
      setBody("");
      setTo("");
      setChosen("");
      onSent?.();
    } else if (needsOwn && onNeedsOwn) onNeedsOwn();
    else setFailure(said);
  };

  return (
    <Form ref={form} onSubmit={submit} className={className}>
      <FormError message={failure} />
      {people !== null && people.list.length > 0 && (
        <Select
          label={strings.to}
          value={person?.ticketId ?? ""}
          disabled={busy}
          options={[
            { value: "", label: strings.otherNumber },
            ...people.list.map(({ ticketId, letter, number, name }) => ({
              value: ticketId,
              label: `${ticketName(letter, number)} ${name ?? dashboard.desk.guest}`,
            })),
          ]}
          onPick={choose}
        />
      )}
      {ticketId === null && (
        <Field
          label={strings.phone}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder={examplePhone()}
          maxLength={MAX_PHONE}
          value={to}
          error={errors.phone}
          readOnly={busy}
          onChange={({ target }) => setTo(target.value)}
        />
      )}
      <TemplateChips
        label={strings.start}
        templates={offered}
        picked={picked}
        disabled={busy}
        onPick={(name) => {
          const text = offered.find((one) => one.name === name)?.text ?? "";
          toReplace.current = openPlaceholders(text)[0] ?? null;
          setBody(text);
          setErrors({});
        }}
      />
      <MessageField
        name="message"
        value={body}
        error={errors.message}
        readOnly={busy}
        onChange={({ target }) => setBody(target.value)}
        {...(props.ticketId !== null && firstFocus)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          // In the panel, Call Next is the page's only green button.
          variant={props.ticketId === null ? "soft" : "primary"}
          size="field"
          icon={Send}
          busy={busy}
          busyText={strings.sending}
          disabled={!live}
          aria-describedby={whyId}
        >
          {strings.verb}
        </Button>
        {children}
        <p id={whyId} className="text-sm text-ink-2 tab">
          {!live && strings.offline}
          {live && panel.isCounted && left > 0 && usage.leaves(left - 1)}
        </p>
      </div>
    </Form>
  );
}
