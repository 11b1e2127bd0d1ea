/** The automatic texts, each with its content and length. */
import { messages } from "../../strings/messages";
import { Dialog } from "../../ui/windows/dialog";
import { TemplateRow } from "./template-row";
import type { Panel } from "./types";

const { templates: strings } = messages;

export default function TemplatesWindow(props: {
  panel: Panel;
  business: string;
  onClose: () => void;
}) {
  const { panel, business, onClose } = props;
  return (
    <Dialog
      onClose={onClose}
      title={strings.title}
      description={strings.meaning}
      width="editor"
    >
      <ul className="divide-y divide-line overflow-y-auto px-4 pb-5 md:px-6">
        {panel.templates.map((template) => (
          <TemplateRow
            key={template.name}
            template={template}
            business={business}
          />
        ))}
      </ul>
    </Dialog>
  );
}
