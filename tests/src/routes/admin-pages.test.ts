/** product.md S2: the server has a file for each address of the portal, and answers others with 404 (build/pages.ts). */
import { expect, test } from "vitest";
import {
  adminFolders,
  adminPaths,
} from "../../../src/lib/address/admin-paths.ts";
import { adminPages } from "../../../src/routes/admin/pages.ts";

test("every page of the portal is a path or in a folder that the build knows, and the other way round", () => {
  const built = [
    ...Object.values(adminPaths),
    ...Object.values(adminFolders).map((folder) => `${folder}/:id`),
  ];
  expect(adminPages.map(({ path }) => path).sort()).toEqual(built.sort());
});
