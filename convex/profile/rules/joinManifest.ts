/** The manifest of a shop's join page (product.md S16). Installing the page installs the shop, not the owner's desk. */
import { joinPath, type ShopOfLink } from "./pageHead";

/** @param isForPage without a start page: the icon then opens the page that it was made from, with its fragment */
export function joinManifest(business: ShopOfLink, isForPage: boolean): object {
  const page = joinPath(business);
  return {
    ...(!isForPage && { id: page, start_url: page }),
    name: business.name,
    short_name: business.name,
    scope: "/join",
    display: "standalone",
    theme_color: "#f4f7f5",
    background_color: "#f4f7f5",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      {
        ...{ src: "/icon-mask.png", sizes: "512x512", type: "image/png" },
        purpose: "maskable",
      },
    ],
  };
}
