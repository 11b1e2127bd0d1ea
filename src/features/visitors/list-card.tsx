/** The frame of one list of visitors: the number of rows, a text when empty, and its file. */
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useFreshness } from "../../lib/server/connection";
import type { List } from "../../lib/server/use-list";
import { visitors as strings } from "../../strings/admin/visitors";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { More } from "../../ui/more";
import { Bones, Skeleton } from "../../ui/skeleton";

export const PAGE = 20;

export function ListCard(props: {
  words: { title: string; meaning: string; none: string };
  list: List<unknown>;
  file: { busy: boolean; start: () => void };
  children: ReactNode;
}) {
  const { words, list, file, children } = props;
  const { live } = useFreshness();
  const count = list.rows?.length;
  return (
    <Card
      title={words.title}
      action={
        count !== undefined &&
        count > 0 && (
          <Button
            icon={Download}
            className="shrink-0"
            busy={file.busy}
            busyText={strings.downloading}
            disabled={!live}
            onClick={file.start}
          >
            {strings.download}
          </Button>
        )
      }
    >
      <p className="mt-1 text-ink-2">{words.meaning}</p>
      {count === undefined && (
        <Skeleton label={strings.loading} className="mt-4 grid gap-2">
          <Bones count={3} className="h-12" />
        </Skeleton>
      )}
      {count === 0 && <p className="mt-4 font-semibold">{words.none}</p>}
      {count !== undefined && count > 0 && children}
      <More list={list} className="mt-4 w-full">
        {strings.more}
      </More>
    </Card>
  );
}
