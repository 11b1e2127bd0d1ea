/** Measures in the browser: at large text and in small windows no text is cut or overlaps, and all can be reached. */
import { expect, type Locator, type Page } from "@playwright/test";

export type Size = { width: number; height: number; font: string };

/** A window of 1280 px at 400 %. */
const ZOOMED: Size = { width: 320, height: 256, font: "100%" };
export const LARGE: Size = { width: 390, height: 844, font: "200%" };
export const PHONES: readonly Size[] = [
  LARGE,
  { width: 320, height: 640, font: "200%" },
  { width: 390, height: 844, font: "24px" },
  { width: 320, height: 640, font: "24px" },
  ZOOMED,
];
export const OWNERS: readonly Size[] = [
  { width: 1280, height: 800, font: "200%" },
  { width: 820, height: 1180, font: "200%" },
  LARGE,
  ZOOMED,
];

/** Checks the page, or the window that is open over it, at all sizes. */
export async function expectRoom(
  page: Page,
  sizes: readonly Size[],
): Promise<void> {
  const usual = page.viewportSize();
  for (const { font, ...size } of sizes) {
    await setFont(page, font);
    // Another width, because container queries in rem do not follow the font's size alone.
    await page.setViewportSize({ ...size, width: size.width + 1 });
    await page.setViewportSize(size);
    // The layout follows the window's width a moment later.
    await expect
      .poll(() => page.evaluate(faults), {
        message: `${page.url()} at ${size.width} px, text ${font}`,
      })
      .toEqual([]);
  }
  await setFont(page, "100%");
  if (usual !== null) await page.setViewportSize(usual);
}

export async function setFont(page: Page, font: string) {
  await page.evaluate((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size} }`);
    document.adoptedStyleSheets = [sheet];
  }, font);
}

/** What is cut, overlaps, is squeezed or cannot be reached. Runs in the page, so it holds all its parts. */
function faults(): string[] {
  type Ink = { of: Element; bar: Element | null; box: DOMRect; words: string };
  const root = document.documentElement;
  const top = document.querySelector("[aria-modal=true]") ?? document.body;
  const styleOf = (element: Element) => getComputedStyle(element);
  const parents = (element: Element): Element[] =>
    element.parentElement === null
      ? []
      : [element.parentElement, ...parents(element.parentElement)];
  const boundTo = (element: Element) =>
    [element, ...parents(element)].find((one) =>
      ["fixed", "sticky"].includes(styleOf(one).position),
    ) ?? null;
  /** Hidden from the eye: clipped to one pixel, or not drawn. */
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      width > 1 &&
      height > 1 &&
      element.closest(".sr-only, option, [inert]") === null
    );
  };
  const scrolls = (element: Element) =>
    ["auto", "scroll"].includes(styleOf(element).overflowX) &&
    element.querySelector("table") !== null;
  const isClip = (element: Element) =>
    styleOf(element).overflowX !== "visible" && element !== root;
  /** Ends in an ellipsis where it is cut, on purpose. */
  const isShortened = (element: Element) =>
    styleOf(element).textOverflow === "ellipsis" ||
    styleOf(element).webkitLineClamp !== "none";

  /** The middle of a line's box, from the top of capitals to the baseline. */
  const lettersOf = ({ x, y, width, height }: DOMRect) =>
    new DOMRect(x, y + 0.2 * height, width, 0.6 * height);
  const inside = (box: DOMRect, clip: Element) => {
    const { left, right, top: above, bottom } = clip.getBoundingClientRect();
    const [x, y] = [Math.max(box.left, left), Math.max(box.top, above)];
    const [width, height] = [
      Math.min(box.right, right) - x,
      Math.min(box.bottom, bottom) - y,
    ];
    return new DOMRect(x, y, Math.max(0, width), Math.max(0, height));
  };

  const inks: Ink[] = [];
  const found: string[] = [];
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const of = node.parentElement;
    const words = (node.textContent ?? "").trim();
    if (of === null || words === "" || !isSeen(of)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const bar = boundTo(of);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
    const around = parents(of);
    const size = parseFloat(styleOf(of).fontSize);
    const clips = [of, ...around].filter(isClip);
    const widest = Math.max(...boxes.map(({ width }) => width));
    if (boxes.length > 2 && widest < 3 * size) found.push(`squeezed: ${words}`);
    for (const box of boxes) {
      const seen = clips.reduce(inside, lettersOf(box));
      if (seen.width > 0 && seen.height > 0)
        inks.push({ of, bar, box: seen, words });
      const clip = clips.find((one) => {
        const { left, right } = one.getBoundingClientRect();
        return box.left < left - 2 || box.right > right + 2;
      });
      if (clip !== undefined && isShortened(clip)) {
        if (clip.clientWidth < 2 * size) found.push(`squeezed: ${words}`);
      } else if (clip !== undefined && !scrolls(clip)) {
        found.push(`cut: ${words}`);
      }
    }
  }
  for (const icon of top.querySelectorAll("svg, img")) {
    if (isSeen(icon) && icon.closest("[role=img]") === null)
      inks.push({
        of: icon,
        bar: boundTo(icon),
        box: parents(icon)
          .filter(isClip)
          .reduce(inside, icon.getBoundingClientRect()),
        words: `picture in ${icon.parentElement?.textContent}`,
      });
  }

  const overlap = ({ box: a }: Ink, { box: b }: Ink) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  inks.forEach((one, at) => {
    for (const other of inks.slice(at + 1))
      if (
        one.bar === other.bar &&
        !one.of.contains(other.of) &&
        !other.of.contains(one.of) &&
        overlap(one, other)
      )
        found.push(`overlap: ${one.words} / ${other.words}`);
  });

  // On an owner's pages it is what scrolls.
  const main = document.getElementById("main") ?? root;
  if ([root, main].some((one) => one.scrollWidth > one.clientWidth))
    found.push("scrolls sideways");
  for (const control of top.querySelectorAll<HTMLElement>(
    "button, a[href], input, select, textarea, summary",
  )) {
    if (!isSeen(control)) continue;
    control.scrollIntoView({ block: "center", inline: "nearest" });
    const { left, top: y, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, y + height / 2);
    const isHit =
      hit !== null && (control.contains(hit) || hit.contains(control));
    if (!isHit && hit?.closest("label")?.contains(control) !== true)
      found.push(
        `covered: ${control.textContent || control.getAttribute("aria-label")}`,
      );
  }
  window.scrollTo(0, 0);
  main.scrollTo(0, 0);
  return [...new Set(found)];
}

/** Its border or outline is drawn in forced colours. */
export async function expectEdge(
  part: Locator,
  edge: "border-top" | "outline",
): Promise<void> {
  await expect(part).toHaveCSS(`${edge}-style`, "solid");
  await expect(part).not.toHaveCSS(`${edge}-width`, "0px");
  await expect(part).not.toHaveCSS(`${edge}-color`, /^rgba.*, 0\)$/);
}

export async function inForcedColours(
  page: Page,
  look: () => Promise<void>,
): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  await look();
  await page.emulateMedia({ forcedColors: "none" });
}
