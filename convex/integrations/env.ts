/** The deployment's environment, read in one place. */
import { deploymentKind, type DeploymentKind } from "../model/deployment";

/** What the environment says, with the defaults of whatever is not set. */
export function environment(): { deploymentKind: DeploymentKind } {
  return { deploymentKind: deploymentKind(process.env.DEPLOYMENT_KIND) };
}
