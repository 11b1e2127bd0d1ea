import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import { useAddressSearch } from "../../../../src/lib/address/use-address-search.ts";
import { draw, FakeBackend } from "../../fake-backend.tsx";
import { act } from "../../act.ts";

let change: ReturnType<typeof useAddressSearch>[1];
function Page() {
  const [search, changeIt] = useAddressSearch();
  change = changeIt;
  return <output>{search.toString()}</output>;
}

async function openPage(address: string) {
  const router = createMemoryRouter([{ path: "/", element: <Page /> }], {
    initialEntries: ["/before", address],
  });
  await draw(new FakeBackend(), <RouterProvider router={router} />);
  return router;
}

const shown = () => document.querySelector("output")?.textContent;

test("a second change before the next drawing keeps the first", async () => {
  await openPage("/?a=1&other=x");
  await act(async () => {
    change({ a: "2" });
    change({ b: "3" });
  });
  expect(shown()).toBe("a=2&other=x&b=3");
  await act(async () => change({ a: null, b: "" }));
  expect(shown()).toBe("other=x");
});

test("a change starts from the current address and adds no history entry", async () => {
  const router = await openPage("/?a=1");
  await act(async () => await router.navigate("/?a=5"));
  await act(async () => change({ b: "1" }));
  expect(shown()).toBe("a=5&b=1");
  await act(async () => await router.navigate(-1));
  expect(shown()).toBe("a=1");
});
