/** Toasts for pages that rarely show one: their code loads with the first message. */
import { useEffect, useState } from "react";
import type * as Toast from "./toast";

type Told = { kind: "success" | "error"; message: string };
const TOLD = "yourturn:told";

export function tellLate(kind: Told["kind"], message: string): void {
  const detail: Told = { kind, message };
  window.dispatchEvent(new CustomEvent(TOLD, { detail }));
}

export function ToastsOnDemand() {
  const [late, setLate] = useState<typeof Toast | null>(null);
  useEffect(() => {
    const tell = async ({ kind, message }: Told) => {
      const toast = await import("./toast");
      setLate(toast);
      (kind === "error" ? toast.showError : toast.showSuccess)(message);
    };
    const listen = (event: Event) => {
      // Without them the page itself shows the error.
      tell((event as CustomEvent<Told>).detail).catch(() => undefined);
    };
    window.addEventListener(TOLD, listen);
    return () => window.removeEventListener(TOLD, listen);
  }, []);
  return late === null ? null : <late.Toasts pace="public" />;
}
