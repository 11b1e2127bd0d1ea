/**
 * Console lines of one execution, in the form clients get: `[LOG] 'text'`.
 * Limits are the backend's (crates/common/src/log_lines.rs, crates/isolate/src/environment/helpers/mod.rs).
 */

const MAX_LINES = 256;
/** Characters of a line's messages. */
const MAX_LENGTH = 32_768;

export class LogLines {
  readonly #lines: string[] = [];

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** @param level DEBUG, LOG, INFO, WARN or ERROR. @param messages formatted already. */
  add(level: string, messages: readonly string[]): void {
    if (this.#lines.length >= MAX_LINES) return;
    // The last place is for saying that there were more.
    if (this.#lines.length === MAX_LINES - 1) {
      this.#lines.push(
        `[ERROR] Log overflow (maximum ${MAX_LINES}). Remaining log lines omitted.`,
      );
      return;
    }
    const text = messages.join(" ");
    this.#lines.push(
      text.length <= MAX_LENGTH
        ? `[${level}] ${text}`
        : `[${level}] ${text.slice(0, MAX_LENGTH)} (truncated due to length)`,
    );
  }
}
