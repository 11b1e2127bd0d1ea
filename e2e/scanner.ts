/** Reads a QR code from a page's pixels, like a camera. */
import type { Locator } from "@playwright/test";
import jsqr from "jsqr";

/** jsqr is CommonJS: its function is in different places for its types and for Node. */
const decode =
  (jsqr as { default?: typeof jsqr } & typeof jsqr).default ?? jsqr;
/** Pixels per side: what a camera gets from a few steps away. */
const SIDE = 400;

/** The content of the code; null when a phone could not read it. */
export async function scan(code: Locator): Promise<string | null> {
  const png = (await code.screenshot()).toString("base64");
  const dark = await code.page().evaluate(darkPixels, { png, side: SIDE });
  const pixels = [...dark].flatMap((one) => {
    const light = one === "1" ? 0 : 255;
    return [light, light, light, 255];
  });
  return decode(Uint8ClampedArray.from(pixels), SIDE, SIDE)?.data ?? null;
}

async function darkPixels({ png, side }: { png: string; side: number }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(side, side).getContext("2d");
  if (canvas !== null) canvas.imageSmoothingQuality = "high";
  canvas?.drawImage(image, 0, 0, side, side);
  const bytes = canvas?.getImageData(0, 0, side, side).data ?? [];
  let dark = "";
  for (let at = 0; at < bytes.length; at += 4)
    dark += (bytes[at] ?? 0) < 128 ? "1" : "0";
  return dark;
}
