/** The frame of one list of what visitors have left: how much of it is shown, what it says when it is empty, and its file. */
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useFreshness } from "../../lib/connection";
import { visitors as texts } from "../../texts/visitors";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Bone, Skeleton } from "../../ui/skeleton";

/** Rows that are shown, and how many more each time. */
export const PAGE = 20;

type List = {
  status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  results: readonly unknown[];
  loadMore: (count: number) => void;
};

/** @param children the rows; not drawn while there are none */
export function ListCard({
  words,
  list: { status, results, loadMore },
  file,
  children,
}: {
  words: { title: string; meaning: string; none: string };
  list: List;
  file: { busy: boolean; start: () => void };
  children: ReactNode;
}) {
  const { live } = useFreshness();
  return (
    <Card
      title={words.title}
      action={
        results.length > 0 && (
          <Button
            icon={Download}
            busy={file.busy}
            busyText={texts.downloading}
            disabled={!live}
            onClick={file.start}
          >
            {texts.download}
          </Button>
        )
      }
    >
      <p className="mt-1 text-ink-2">{words.meaning}</p>
      {status === "LoadingFirstPage" && (
        <Skeleton label={texts.loading} className="mt-4 grid gap-2">
          <Bone className="h-12" />
          <Bone className="h-12" />
          <Bone className="h-12" />
        </Skeleton>
      )}
      {status === "Exhausted" && results.length === 0 && (
        <p className="mt-4 font-semibold">{words.none}</p>
      )}
      {results.length > 0 && children}
      {(status === "CanLoadMore" || status === "LoadingMore") && (
        <Button
          className="mt-4 w-full"
          busy={status === "LoadingMore"}
          onClick={() => loadMore(PAGE)}
        >
          {texts.more}
        </Button>
      )}
    </Card>
  );
}
