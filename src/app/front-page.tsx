/** The content of a front address, for the browser and for the build that prerenders it. */
import { StrictMode, type ComponentType } from "react";
import type { FrontPath } from "./apps";
import { ErrorBoundary } from "./error-boundary";
import { Drawn } from "./first-sight";

/** Each screen is a separate file, loaded where it is shown. */
export const frontScreens: Record<
  FrontPath,
  () => Promise<{ default: ComponentType }>
> = {
  "/": () => import("../routes/landing"),
  "/book-demo": () => import("../routes/book-demo"),
  "/privacy": () => import("../routes/privacy"),
  "/terms": () => import("../routes/terms"),
};

export function FrontPage({ Screen }: { Screen: ComponentType }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <Screen />
        <Drawn />
      </ErrorBoundary>
    </StrictMode>
  );
}
