/** The deployment's environment, read in one place. */
import { deploymentKind, type DeploymentKind } from "../model/deployment";

export type Environment = {
  deploymentKind: DeploymentKind;
  /** Where the product's pages are, without a slash at the end; empty when nobody has said it. */
  siteUrl: string;
};

/** What the environment says, with the defaults of whatever is not set. */
export function environment(): Environment {
  return {
    deploymentKind: deploymentKind(process.env.DEPLOYMENT_KIND),
    siteUrl: (process.env.SITE_URL ?? "").replace(/\/+$/, ""),
  };
}
