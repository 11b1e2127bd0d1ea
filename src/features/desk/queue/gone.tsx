/** In place of a window whose queue is no longer shown: another queue must not take its place. */
import { useEffect, useEffectEvent } from "react";
import type { WindowProps } from "../types";

export function Gone({ onClose }: Pick<WindowProps, "onClose">) {
  const close = useEffectEvent(onClose);
  useEffect(() => close(), []);
  return null;
}
