/** The screen of an admin without the required second factor (product.md O12): set it up, or sign out. */
import type { ReactNode } from "react";
import { adminAccess } from "../../strings/admin/admin-access";
import { admin } from "../../strings/admin/admin";
import { everyone } from "../../strings/everyone";
import { Button } from "../../ui/button";
import { Mark } from "../../ui/mark";

const { needed: strings } = adminAccess;

export function SetUpScreen(props: {
  onSignOut: () => void;
  children: ReactNode;
}) {
  const { onSignOut, children } = props;
  return (
    <>
      <title>{everyone.titled(strings.title)}</title>
      <header className="flex items-center justify-between gap-3 px-5 py-4 md:px-8">
        <Mark />
        <Button size="field" onClick={onSignOut}>
          {admin.signOut}
        </Button>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-2xl gap-4 px-5 pt-4 pb-12 outline-none md:pt-8"
      >
        <h1 className="text-2xl font-extrabold tracking-tight">
          {strings.title}
        </h1>
        <p className="text-ink-2">{strings.meaning}</p>
        {children}
      </main>
    </>
  );
}
