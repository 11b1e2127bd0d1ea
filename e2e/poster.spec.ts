/** Posters: the paper shows what was chosen, in the right size, and a phone can read it. */
import type { Page } from "@playwright/test";
import { expect, seen, test, type Business } from "./fixtures.ts";
import { scan } from "./scanner.ts";
import { showPart } from "./screens.ts";
import { addQueue } from "./world.ts";

const MM = 25.4 / 96;
const POINT = 25.4 / 72;
/** Wide and high enough for a full sheet. */
const DESK = { width: 1000, height: 1200 };
const codes = (page: Page) => page.getByRole("img", { name: /^QR code: / });

/** The short address that its name gives, "Barber 1a2b". */
const slugOf = ({ name }: Business) => name.toLowerCase().replace(" ", "-");

/** The paper that the browser prints on: width, height in mm, and the number of sheets. */
async function printed(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  // Sometimes the browser keeps the layout for paper, which hides the choices. This makes it check again.
  await page.emulateMedia({ media: "screen" });
  await page.emulateMedia({ media: null });
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) =>
      [width, height].map((points) => Math.round(Number(points) * POINT)),
  );
  return { sizes: new Set(boxes.map(String)), sheets: boxes.length };
}

/** The parts of the typed address that are one line each, at least 3 mm high, in a poster that cuts nothing. */
async function typedLines(page: Page) {
  return page
    .locator(".poster")
    .last()
    .evaluate((poster) => {
      if (poster.scrollHeight > poster.clientHeight) return null;
      const HIGH = (3 / 25.4) * 96;
      return [...poster.querySelectorAll(".poster-link b > span")]
        .filter((part) => {
          const { fontSize, lineHeight } = getComputedStyle(part);
          const isOneLine =
            part.getBoundingClientRect().height < 1.5 * parseFloat(lineHeight);
          return parseFloat(fontSize) > HIGH && isOneLine;
        })
        .map((part) => part.textContent);
    });
}

const FORMATS = [
  { name: "A4 poster", paper: "210,297", code: 110 },
  { name: "A6 card", paper: "105,148", code: 55 },
  { name: "Table tent", paper: "210,297", code: 100 },
];

test("each format fits its paper, and its QR code leads to the shop @once", async ({
  address,
  business,
  ownerPage,
}) => {
  await ownerPage.goto("/dashboard");
  await showPart(ownerPage, "Overview");
  await ownerPage
    .getByRole("main")
    .getByRole("link", { name: "Posters & TV" })
    .click();
  const link = `${address}${business.joinPath}`;
  const typed = [address.replace("http://", ""), `/j/${slugOf(business)}`];
  const screen = ownerPage.viewportSize() ?? DESK;
  for (const { name, paper, code } of FORMATS) {
    await ownerPage.getByRole("radio", { name }).check();
    await expect(codes(ownerPage)).toHaveCount(1);
    expect(await printed(ownerPage)).toEqual({
      sizes: new Set([paper]),
      sheets: 1,
    });
    expect(await scan(codes(ownerPage)), `${name} in small`).toBe(link);
    await ownerPage.setViewportSize(DESK);
    await ownerPage.emulateMedia({ media: "print" });
    const width = async () =>
      ((await codes(ownerPage).boundingBox())?.width ?? 0) * MM;
    await expect.poll(width, { message: name }).toBeGreaterThanOrEqual(code);
    expect(await scan(codes(ownerPage)), name).toBe(link);
    expect(await typedLines(ownerPage), name).toEqual(typed);
    await expect(ownerPage.getByRole("button", { name: "Print" })).toBeHidden();
    await ownerPage.emulateMedia({ media: null });
    await ownerPage.setViewportSize(screen);
  }
});

test("somebody who cannot scan types the poster's address, also after it was changed @once", async ({
  address,
  business,
  expectedConsoleErrors,
  ownerPage,
  phone,
}) => {
  const written = ownerPage.locator(".poster-link b");
  const typed = async (text: string) => {
    await phone.goto("about:blank");
    await phone.goto(`http://${text}`);
    await seen(phone.getByRole("button", { name: "Join Queue Now" }));
    await expect(phone).toHaveURL(`${address}${business.joinPath}`);
  };
  const slug = slugOf(business);
  const host = address.replace("http://", "");
  await ownerPage.goto("/poster");
  await expect(written).toHaveText(`${host}/j/${slug}`);
  await typed(`${host}/j/${slug.toUpperCase()}/`);
  // Browsers write the host in small letters; the server knows the path so only, and says 404.
  expectedConsoleErrors.push(/404/);
  await phone.goto(`${address}/j/${slug}`.toUpperCase());
  await expect(phone).toHaveURL(`${address}${business.joinPath}`);

  await ownerPage.goto("/profile");
  const card = ownerPage.getByRole("region", { name: "Short address" });
  await card.getByRole("textbox").fill(`Zoë's ${slug}`);
  await card.getByRole("button", { name: "Change address" }).click();
  await seen(card.getByText(`These also work: ${host}/j/${slug}.`));
  await ownerPage.goto("/poster?format=tent");
  await expect(written.last()).toHaveText(`${host}/j/zoes-${slug}`);
  await typed(`${host}/j/zoes-${slug}`);
  await typed(`${host}/j/${slug}`);

  await phone.goto(`${address}/j/${slug}-2`);
  await seen(phone.getByRole("heading", { name: "No shop has this address" }));
});

test("each queue has its own sheet, whatever its name, and its QR code selects it @once", async ({
  address,
  business,
  ownerPage,
  phone,
}) => {
  const { owner, joinPath } = business;
  const names = [
    "محل الحلاقة الكبير والعريق في وسط المدينة",
    `${"Beard trim and hot towel ".repeat(2)}& more`,
    "W".repeat(60),
  ];
  const ids = [];
  for (const name of names) ids.push(await addQueue(owner, name));
  await ownerPage.goto(`/poster?format=a6&q=every`);
  await expect(codes(ownerPage)).toHaveCount(4);
  expect(await printed(ownerPage)).toEqual({
    sizes: new Set(["105,148"]),
    sheets: 4,
  });
  await ownerPage
    .getByLabel("The code leads to")
    .selectOption({ label: names[0] ?? "" });
  await expect(codes(ownerPage)).toHaveCount(1);
  await ownerPage.reload();
  await expect(codes(ownerPage)).toHaveCount(1);
  // Its name has no letter of ours, and W is taken.
  await expect(ownerPage.locator(".poster-queue")).toContainText(/^A · .*محل/);
  const link = (await scan(codes(ownerPage))) ?? "";
  expect(link).toBe(`${address}${joinPath}&q=${ids[0]}`);
  await phone.goto(link);
  await expect(
    phone.getByRole("radio", { name: names[0] ?? "" }),
  ).toBeChecked();
});
