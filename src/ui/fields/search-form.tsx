/** A text to search for. The field shows what was asked last. */
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { fieldOf } from "../../lib/read-form";
import { Button } from "../button";
import { Field } from "./field";
import { Form } from "./form";

export function SearchForm(props: {
  asked: string;
  words: { find: string; findHint: string; search: string };
  maxLength: number;
  onAsk: (text: string) => void;
}) {
  const { asked, words, maxLength, onAsk } = props;
  const form = useRef<HTMLFormElement>(null);
  // Asked elsewhere, as by "Clear search". The field itself stays, and with it the focus.
  useEffect(() => form.current?.reset(), [asked]);
  return (
    <Form
      ref={form}
      role="search"
      onSubmit={(sent) => onAsk(fieldOf(sent, "text").trim())}
      className="flex max-w-lg min-w-0 flex-[1_1_18rem] items-end gap-2"
    >
      <Field
        label={words.find}
        placeholder={words.findHint}
        name="text"
        type="search"
        defaultValue={asked}
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={maxLength}
        className="min-w-0 flex-1"
      />
      <Button type="submit" size="field" icon={Search}>
        {words.search}
      </Button>
    </Form>
  );
}
