/** One template, as a preview or in its form. */
import { useMutation } from "convex/react";
import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_TEMPLATE } from "../../../convex/messages/rules/smsTemplates";
import { useLate } from "../../lib/late";
import { useCall } from "../../lib/server/use-call";
import { everyone } from "../../strings/everyone";
import { parts } from "../../strings/parts";
import { messages } from "../../strings/messages";
import * as words from "../../strings/refusals/connection";
import { Button } from "../../ui/button";
import { Tag } from "../../ui/badge";
import { isEscape } from "../../ui/escape";
import { ownEscape } from "../../ui/windows/dialog";
import { FormError } from "../../ui/fields/form-error";
import { showSuccess } from "../../ui/toast";
import { placeholdersOf, sampleOf } from "./fill";
import { lengthText, MessageField } from "./message-field";
import type { Panel } from "./types";

const { templates: strings } = messages;
type Template = Panel["templates"][number];

export function TemplateRow(props: { template: Template; business: string }) {
  const { template, business } = props;
  const [editing, setEditing] = useState(false);
  const name = strings.names[template.name];
  return (
    <li className="py-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2 font-semibold">
            {name}
            {!template.isDefault && <Tag tone="slate">{strings.yours}</Tag>}
          </h3>
          <p className="text-sm text-ink-2">
            {strings.sentWhen[template.name]}
          </p>
        </div>
        {!editing && (
          <Button
            icon={Pencil}
            aria-label={strings.editOne(name)}
            onClick={() => setEditing(true)}
          >
            {strings.edit}
          </Button>
        )}
      </div>
      {editing ? (
        <Editor
          template={template}
          business={business}
          onClose={() => setEditing(false)}
        />
      ) : (
        <Preview text={sampleOf(template.text, business)} />
      )}
    </li>
  );
}

function Preview({ text }: { text: string }) {
  return (
    <figure className="mt-2">
      <blockquote
        dir="auto"
        className="rounded-md bg-sunken px-3.5 py-2.5 text-left wrap-anywhere whitespace-pre-line"
      >
        {text}
      </blockquote>
      <figcaption className="mt-1 text-sm text-ink-3 tab">
        {lengthText(text)}
      </figcaption>
    </figure>
  );
}

function Editor(props: {
  template: Template;
  business: string;
  onClose: () => void;
}) {
  const { template, business, onClose } = props;
  const save = useMutation(api.messages.sms.saveTemplate);
  const form = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(template.text);
  const sample = sampleOf(text, business);
  const { busy, refusal, send: call } = useCall(words, strings.failed);
  const isLate = useLate();

  const send = (kept: string | null) =>
    call(
      () => save({ name: template.name, text: kept }),
      () => {
        showSuccess(strings.saved);
        if (!isLate(null)) onClose();
      },
    );

  const insert = (placeholder: string) => {
    const field = form.current?.querySelector("textarea");
    if (!field) return;
    field.focus();
    field.setRangeText(
      placeholder,
      field.selectionStart,
      field.selectionEnd,
      "end",
    );
    setText(field.value);
  };

  return (
    <div
      ref={form}
      {...ownEscape}
      onKeyDown={(event) => {
        if (isEscape(event.nativeEvent)) onClose();
      }}
      className="mt-3 grid gap-3"
    >
      <FormError message={refusal} />
      <MessageField
        label={strings.text}
        value={text}
        sent={sample}
        maxLength={MAX_TEMPLATE}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <div
        role="group"
        aria-label={strings.insert}
        className="flex flex-wrap gap-2"
      >
        {placeholdersOf(template.name).map((one) => (
          <Button key={one} onClick={() => insert(one)}>
            {one}
          </Button>
        ))}
      </div>
      <div>
        <p className="text-sm font-semibold">{strings.preview}</p>
        <Preview text={sample} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          size="field"
          busy={busy}
          busyText={everyone.processing}
          onClick={() => void send(text)}
        >
          {strings.save}
        </Button>
        <Button size="field" onClick={onClose}>
          {parts.cancel}
        </Button>
        {!template.isDefault && (
          <Button size="field" variant="ghost" onClick={() => void send(null)}>
            {strings.original}
          </Button>
        )}
      </div>
    </div>
  );
}
