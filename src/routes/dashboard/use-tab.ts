/** The tab of the phone's dashboard. The first visit opens the queue, later ones the last tab. */
import { useState } from "react";
import { phoneTabs, type PhoneTab } from "../../features/shell/phone-shell";
import { readStored, storageKeys, writeStored } from "../../lib/storage";

export function useTab() {
  const [tab, setTab] = useState<PhoneTab>(() => {
    const stored = readStored(storageKeys.phoneTab);
    return phoneTabs.find((known) => known === stored) ?? "queue";
  });
  const open = (next: PhoneTab) => {
    if (next === tab) return;
    writeStored(storageKeys.phoneTab, next);
    setTab(next);
    window.scrollTo(0, 0);
  };
  return { tab, open };
}
