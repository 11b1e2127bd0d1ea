/** The few requests that the launcher sends to the engine as administrator. */

/** Documents per request. */
const PAGE = 1_000;

export class AdminApi {
  #url;
  #key;

  /** @param {string} url @param {string} key */
  constructor(url, key) {
    this.#url = url;
    this.#key = key;
  }

  /** @returns {Promise<Record<string, string>>} */
  async environment() {
    const answer = await this.#ask("GET", "/api/v1/list_environment_variables");
    return answer.environmentVariables;
  }

  /** @param {Record<string, string | null>} variables null removes one */
  async setEnvironment(variables) {
    const changes = Object.entries(variables).map(([name, value]) => ({
      name,
      value,
    }));
    if (changes.length > 0)
      await this.#ask("POST", "/api/update_environment_variables", { changes });
  }

  /**
   * Runs a function.
   * @param {string} path
   * @param {object} [args]
   * @returns {Promise<any>} its return value
   */
  async call(path, args = {}) {
    const answer = await this.#ask("POST", "/api/function", {
      path,
      args,
      format: "json",
    });
    if (answer.status === "success") return answer.value;
    throw new Error(`${path} failed: ${answer.errorMessage}`);
  }

  /**
   * Reads documents as `npx convex data` does.
   * @param {string} table
   * @returns {Promise<object[]>} all documents of the table; none if there is no such table
   */
  async documents(table) {
    const found = [];
    for (let cursor = null, isDone = false; !isDone;) {
      const paginationOpts = { cursor, numItems: PAGE };
      const args = { table, order: "asc", paginationOpts };
      const answer = await this.call("_system/cli/tableData", args);
      found.push(...answer.page);
      ({ isDone, continueCursor: cursor } = answer);
    }
    return found;
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  async #ask(method, path, body) {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        Authorization: `Convex ${this.#key}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok)
      throw new Error(
        `${method} ${path}: ${response.status} ${answer.message}`,
      );
    return answer;
  }
}
