/** The header of a public page besides the front page: the mark and the way back. */
import { paths } from "../lib/address/paths";
import { parts } from "../strings/parts";
import { Mark } from "./mark";

export function PlainHeader({ back }: { back: string }) {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex min-h-18 max-w-6xl flex-wrap items-center justify-between gap-x-4 px-5 md:px-8">
        <a
          href={paths.home}
          className="flex min-h-11 items-center rounded-md"
          aria-label={parts.home}
        >
          <Mark />
        </a>
        <a
          href={paths.home}
          className="-mr-3.5 flex min-h-11 items-center rounded-md px-3.5 font-semibold text-ink-2 hover:bg-sunken hover:text-ink"
        >
          {back}
        </a>
      </div>
    </header>
  );
}
