/** The engine's command line from the launcher's settings. It leaves out the admin key, which other users would see there. */

/**
 * @param {ReturnType<typeof import("./settings.mjs").readSettings>} settings
 * @param {{engine: number, site: number}} ports
 * @param {string | null} client folder of the built client; null when something else serves it
 * @returns {string[]}
 */
export function engineArgs(settings, ports, client) {
  const { data, host, port, origin, siteOrigin } = settings;
  const { behindProxy, production, engineOptions, log, archive } = settings;
  const args = ["--data", data, "--host", host];
  args.push("--port", String(ports.engine), "--site-port", String(ports.site));
  if (client !== null) args.push("--client", client);
  args.push("--origin", origin ?? `http://localhost:${port}`);
  args.push("--site-origin", siteOrigin ?? `http://localhost:${ports.site}`);
  if (behindProxy) args.push("--behind-proxy");
  if (production) args.push("--redact-errors");
  if (archive !== null) args.push("--archive", archive);
  if (log.format !== null) args.push("--log-format", log.format);
  if (log.level !== null) args.push("--log-level", log.level);
  return [...args, ...engineOptions];
}
