/** Calls that need the deployment key: environment variables and internal functions. */
import { ADMIN_KEY } from "./process.ts";

/** Posts JSON with the deployment key; returns the parsed answer. @throws Error for any status but 2xx. */
export async function postAsAdmin(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Convex ${ADMIN_KEY}`,
      "Content-Type": "application/json",
      "Convex-Client": "npm-1.48.0",
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}

/** Runs any function, internal ones included. @throws Error with the function's error. */
export async function runAsAdmin(
  url: string,
  path: string,
  args: object,
): Promise<unknown> {
  const answer = (await postAsAdmin(`${url}/api/function`, {
    path,
    args,
    format: "json",
  })) as { status: string; value?: unknown; errorMessage?: string };
  if (answer.status !== "success")
    throw new Error(`${path}: ${answer.errorMessage}`);
  return answer.value ?? null;
}

/** Sets the deployment's environment variables. */
export async function setEnvironment(
  url: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const changes = Object.entries(variables).map(([name, value]) => ({
    name,
    value,
  }));
  await postAsAdmin(`${url}/api/update_environment_variables`, { changes });
}
