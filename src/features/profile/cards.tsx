/** The settings as cards. One at a time opens in place, and asks before changes are discarded (product.md F1). */
import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { cn } from "../../lib/cn";
import { profile as strings } from "../../strings/profile";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Confirm } from "../../ui/windows/confirm";
import {
  cards,
  changedCard,
  editLabel,
  titles,
  type CardName,
} from "./card-names";
import { dropDraft, withDraft } from "./draft";
import { ReadCard } from "./read-card";
import type { OwnProfile } from "./types";

const EditCard = lazy(() => import("./edit-card"));

/** `first` is open at first, unless another has unsaved input. `onClose`: no card is open now. */
export function Cards(props: {
  known: OwnProfile;
  first: CardName | null;
  onClose: () => void;
}) {
  const { known, first, onClose } = props;
  const [unsaved] = useState(() => {
    const { businessId, settings } = known;
    const draft = withDraft("profile", businessId, settings);
    return changedCard(draft, settings);
  });
  const [open, setOpen] = useState(unsaved ?? first);
  const [isChanged, setChanged] = useState(unsaved !== null);
  const [closed, setClosed] = useState<CardName | null>(null);
  /** The card to open, or none, once the changes are discarded. */
  const [asked, setAsked] = useState<{ next: CardName | null } | null>(null);

  const show = (next: CardName | null) => {
    if (isChanged) dropDraft("profile");
    setChanged(false);
    setAsked(null);
    setClosed(next === null ? open : null);
    setOpen(next);
    if (next === null) onClose();
  };
  const ask = (next: CardName | null) => {
    if (isChanged) setAsked({ next });
    else show(next);
  };

  return (
    <>
      {cards.map((card) => (
        <Card
          key={card}
          id={card}
          title={titles[card]}
          className={cn(
            "scroll-mt-4 p-4 sm:p-5 lg:p-6",
            open === card && "outline -outline-offset-1 outline-line-strong",
          )}
          action={
            open === card ? (
              <span className="text-sm text-ink-2">{strings.editing}</span>
            ) : (
              <Button
                icon={Pencil}
                aria-label={editLabel(card)}
                // The focus returns from the form.
                autoFocus={closed === card}
                onClick={() => ask(card)}
              >
                {card === "details" ? strings.edit : strings.editShort}
              </Button>
            )
          }
        >
          {open === card ? (
            <Suspense fallback={<ReadCard card={card} known={known} />}>
              <EditCard
                card={card}
                known={known}
                onTyped={setChanged}
                onSaved={() => show(null)}
                onCancel={() => ask(null)}
              />
            </Suspense>
          ) : (
            <ReadCard card={card} known={known} />
          )}
        </Card>
      ))}
      <Confirm
        open={asked !== null}
        title={strings.unsavedTitle}
        question={open === null ? "" : strings.unsavedIn(titles[open])}
        verb={strings.discard}
        stay={strings.keepEditing}
        onConfirm={() => show(asked?.next ?? null)}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}
