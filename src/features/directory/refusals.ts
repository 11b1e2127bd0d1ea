/** Why an admin's call failed, as a sentence. */
import { directory as strings } from "../../strings/admin/directory";
import * as words from "../../strings/refusals/admin";

const OUT: readonly string[] = [
  "notSignedIn",
  "notAllowed",
  "adminSessionEnded",
];

export const { refusalText } = words;

export function errorText(error: unknown, failed: string): string {
  const code = words.refusalIn(error)?.code ?? "";
  return OUT.includes(code) ? strings.notAdmin : words.errorText(error, failed);
}
