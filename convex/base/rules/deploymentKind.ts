/** The purpose of a deployment, from its environment. */
import { appError } from "./errors";

export type DeploymentKind = "production" | "demo" | "test";

/** Any value except 'demo' and 'test' is production. */
export function deploymentKind(value: string | undefined): DeploymentKind {
  return value === "demo" || value === "test" ? value : "production";
}

/** @throws wrongDeployment unless this deployment is one of the `kinds` */
export function ensureKind(
  kind: DeploymentKind,
  kinds: readonly DeploymentKind[],
): void {
  if (!kinds.includes(kind)) {
    throw appError("wrongDeployment", { kind, wanted: kinds.join(",") });
  }
}
