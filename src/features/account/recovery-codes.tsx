/** Recovery codes, shown once, to copy, save as a file, or write down. */
import { Copy, Download } from "lucide-react";
import { saveText } from "../../lib/save-file";
import { secondFactor } from "../../strings/second-factor";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/windows/dialog";
import { showError, showSuccess } from "../../ui/toast";

const { recovery: strings } = secondFactor;

export function RecoveryCodes(props: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const { codes, onClose } = props;
  const typed = codes.map((code) => (code.match(/.{1,4}/g) ?? []).join("-"));
  const text = `${typed.join("\n")}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showSuccess(strings.copied);
    } catch {
      showError(strings.copyByHand);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={strings.title}
      description={strings.meaning}
      isShownOnce
    >
      <div className="grid auto-rows-max gap-4 overflow-y-auto px-4 pb-5 md:px-6">
        <ol className="grid gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono sm:grid-cols-2">
          {typed.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <Button size="field" icon={Copy} onClick={() => void copy()}>
            {strings.copy}
          </Button>
          <Button
            size="field"
            icon={Download}
            onClick={() => saveText(text, strings.file)}
          >
            {strings.download}
          </Button>
        </div>
      </div>
      <div className="flex justify-end border-t border-line px-4 py-4 md:px-6">
        <Button variant="primary" size="field" onClick={onClose}>
          {strings.kept}
        </Button>
      </div>
    </Dialog>
  );
}
