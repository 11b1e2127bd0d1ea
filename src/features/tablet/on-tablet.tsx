/** The counter on the shop's tablet: the names while nobody is on it, and after a minute without touch (product.md R9). */
import { useMutation, useQuery } from "convex/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { STAY_STEP_MS } from "../../../convex/business/rules/tablets";
import type { Me } from "../../lib/account/me";
import { TabletArea } from "../../lib/account/tablet";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { useSteady } from "../../lib/use-steady";
import { Names } from "./names";

const IDLE_MS = 60_000;
const key = storageKeys.tabletLeft;

export default function OnTablet(props: {
  tablet: NonNullable<Me["tablet"]>;
  /** Of the person on it. */
  person: string;
  shop: string;
  keptBy: (personId: string) => number;
  children: ReactNode;
}) {
  const { tablet, person, shop, keptBy, children } = props;
  const lock = useMutation(api.team.tablets.lock);
  // Also while somebody works, so that the names are there without a connection.
  const known = useQuery(api.team.tablets.names, {});
  // Without a connection the server learns of it later; nobody else works here until then.
  const [isAway, setAway] = useState(() => readStored(key, "tab") !== null);
  const keepAway = (is: boolean) => {
    setAway(is);
    writeStored(key, is ? "1" : null, "tab");
  };
  const { leave } = useSteady({
    leave: () => {
      keepAway(true);
      void lock({}).catch(() => {});
    },
  });
  const isLocked = isAway || tablet.isLocked;
  useTouches(!isLocked, leave);
  if (isLocked) {
    return (
      <Names
        title={tablet.name}
        known={known}
        shop={shop}
        keptBy={keptBy}
        onPerson={() => keepAway(false)}
      />
    );
  }
  return <TabletArea value={{ person, leave }}>{children}</TabletArea>;
}

/** Tells the server of touches, and calls `onIdle` a minute after the last one. */
function useTouches(isOn: boolean, onIdle: () => void): void {
  const stay = useMutation(api.team.tablets.stay);
  const told = useRef(0);
  useEffect(() => {
    if (!isOn) return;
    told.current = performance.now();
    let timer = window.setTimeout(onIdle, IDLE_MS);
    const touched = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(onIdle, IDLE_MS);
      if (performance.now() - told.current < STAY_STEP_MS) return;
      told.current = performance.now();
      void stay({}).catch(() => {});
    };
    window.addEventListener("pointerdown", touched, true);
    window.addEventListener("keydown", touched, true);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("pointerdown", touched, true);
      window.removeEventListener("keydown", touched, true);
    };
  }, [isOn, onIdle, stay]);
}
