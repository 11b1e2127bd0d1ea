/** Starts the product that most stories share before the first test, and stops it after the last one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { RunningProduct } from "./running-product.ts";

/** @returns a function that stops the product */
export default async function startProduct(): Promise<() => Promise<void>> {
  // Found here once: unpacking the packaged browser in two workers at the same time would corrupt it.
  process.env["CHROMIUM_PATH"] = await findBrowser();
  const product = await RunningProduct.start("product");
  // Workers start after this and see these variables.
  process.env["E2E_BASE_URL"] = product.address;
  process.env["E2E_ADMIN_KEY"] = product.adminKey;
  const { address, stripeKey } = product.standins;
  process.env["E2E_STANDINS"] = address;
  process.env["E2E_STRIPE_KEY"] = stripeKey;
  const goodScreens = mkdtempSync(join(tmpdir(), "yourturn-good-"));
  process.env["E2E_GOOD_SCREENS"] = goodScreens;
  return async () => {
    rmSync(goodScreens, { recursive: true });
    await product.stop();
  };
}
