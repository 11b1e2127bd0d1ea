/** 'Your data': the file of the download. */
import { expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import DataCard from "../../../../src/features/account/data-card.tsx";
import * as files from "../../../../src/lib/save-file.ts";
import { draw, freshBackend, press } from "../../fake-backend.tsx";

const backend = freshBackend();

test("its name has the shop's day, not that of UTC", async () => {
  const evening = new Date("2026-11-25T01:00Z");
  vi.useFakeTimers({ now: evening, toFake: ["Date"] });
  const saved = vi.spyOn(files, "saveFrom").mockReturnValue();
  const ready = { state: "ready", rows: 9, until: evening.getTime() } as const;
  backend.set(api.privacy.exports.current, {}, ready);
  backend.on(api.privacy.exports.take, () => ({ ok: true, url: "/file" }));
  const done = () => undefined;
  await draw(
    backend,
    <DataCard
      business={{ name: "Fade", timezone: "America/Los_Angeles" }}
      pays={false}
      ending={done}
      onGone={done}
    />,
  );
  await press("Download ZIP");
  expect(saved).toHaveBeenCalledWith("/file", "Fade 2026-11-24.zip");
});
