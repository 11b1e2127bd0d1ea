/** The layout of every final ticket page: a picture, a sentence and actions. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../../lib/cn";
import { ticket as strings } from "../../../strings/ticket";
import { LegalLine } from "../../../ui/legal-links";
import { PageHeader } from "../../../ui/page-header";
import type { Profile } from "../types";

export type EndProps = {
  profile: Profile;
  subtitle: string;
  watches: ReactNode;
  onJoinAgain: () => void;
};

export function EndFrame(
  props: Omit<EndProps, "onJoinAgain"> & {
    icon: LucideIcon;
    tint: string;
    title: string;
    text: string;
    small?: string;
    facts?: ReactNode;
    children: ReactNode;
  },
) {
  const { profile, subtitle, watches, icon: Icon, tint } = props;
  const { title, text, small, facts, children } = props;
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
      <title>{strings.ended.titleAt(title, profile.name)}</title>
      <PageHeader
        name={profile.name}
        picture={profile.logoUrl}
        subtitle={subtitle}
      />
      {watches}
      <main id="main" className="flex flex-1 flex-col px-5 pb-7">
        <div className="my-auto py-6 text-center" role="status">
          <span
            className={cn(
              "mx-auto grid size-20 place-items-center rounded-full",
              tint,
            )}
          >
            <Icon className="size-10" />
          </span>
          <h1 className="mt-6 text-3xl leading-tight font-extrabold tracking-tight text-balance">
            {title}
          </h1>
          <p className="mt-4 text-lg text-balance wrap-anywhere tab">{text}</p>
          {small !== undefined && (
            <p className="mt-3 text-sm text-balance text-ink-2">{small}</p>
          )}
          {facts}
        </div>
        <div className="grid gap-3">{children}</div>
      </main>
      <LegalLine newTab />
    </div>
  );
}
