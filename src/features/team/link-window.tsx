/** The link of an invitation that no mail carries, shown once. */
import { team } from "../../strings/team";
import { isolated } from "../../strings/language/intl";
import { ShownOnce } from "../../ui/fields/shown-once";
import { Dialog } from "../../ui/windows/dialog";
import type { InvitationLink } from "./types";

const { link: strings } = team;

export function LinkWindow(props: {
  link: InvitationLink;
  onClose: () => void;
}) {
  const { link, onClose } = props;
  return (
    <Dialog open onClose={onClose} title={strings.title(isolated(link.name))}>
      <div className="overflow-y-auto px-4 pb-5 md:px-6">
        <ShownOnce address={link.url} words={strings} />
      </div>
    </Dialog>
  );
}
