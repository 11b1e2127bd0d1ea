/** The tab of the phone's dashboard. The first visit opens the queue, later ones the last tab. */
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import {
  keepTab,
  phoneTabs,
  type PhoneTab,
} from "../../features/shell/phone-bar";
import { useRole } from "../../lib/account/role";
import { paths } from "../../lib/address/paths";
import { readStored, storageKeys } from "../../lib/storage";
import { isManaged, partOf } from "./use-parts";

/** `managed`: the part of Manage that the address opens. */
export function useTab() {
  const [stored, setTab] = useState<PhoneTab>(() => {
    const kept = readStored(storageKeys.phoneTab);
    return phoneTabs.find((known) => known === kept) ?? "queue";
  });
  const { hash } = useLocation();
  const navigate = useNavigate();
  const role = useRole();
  const part = partOf(hash, role);
  const managed = isManaged(part) ? part : null;
  const last = stored === "manage" && role === "staff" ? "queue" : stored;
  const tab = managed === null ? last : "manage";
  const open = (next: PhoneTab) => {
    if (managed !== null) void navigate(paths.dashboard, { replace: true });
    if (next === tab) return;
    keepTab(next);
    setTab(next);
    const main = document.getElementById("main");
    if (main !== null) main.scrollTop = 0;
    // In a low window the document scrolls.
    window.scrollTo(0, 0);
  };
  return { tab, open, managed };
}
