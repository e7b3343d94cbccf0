import { expect, test } from "vitest";

import { SellerLab, type SentRequest } from "./sellerLab.ts";
import { runImport, stockRows } from "./stockImports.ts";

const forbidden = (): Response => Response.json({ erro: "proibido" }, { status: 403 });
const page = (): Response =>
  new Response("<!doctype html><title>Blocked</title>", {
    status: 403,
    headers: { "content-type": "text/html" },
  });
const redirect = (): Response =>
  new Response(null, { status: 302, headers: { location: "/login" } });

/** Whether the request writes the stock of one of these products. */
function isOf({ method, url }: SentRequest, products: readonly number[]): boolean {
  return (
    method === "PUT" &&
    products.some((code) => new URL(url).pathname.includes(`/atualizar/${code}/`))
  );
}

/** An import of 20 rows, of which the portal refuses these products once it took three others. */
async function refused(
  lab: SellerLab,
  products: readonly number[],
  answer: () => Response,
): Promise<{ readonly started: Promise<unknown> }> {
  lab.intercept = (request) => (isOf(request, products) ? Promise.resolve(answer()) : undefined);
  const started = runImport(lab, stockRows(20));
  await lab.imported("paused");
  return { started };
}

test.each([
  ["a 403", forbidden],
  ["an HTML page", page],
  ["a redirect", redirect],
] as const)(
  "a row that meets %s after others were written can be skipped, and is a failed row with its line",
  async (_name, answer) => {
    await using lab = await SellerLab.start();
    const { started } = await refused(lab, [110], answer);
    expect(lab.back.import.state.refusedLine).toBe(11);
    await lab.page.skipRefused({ which: "row" });
    await started;
    expect(lab.back.import.state).toMatchObject({
      stage: "finished",
      hasFailedRows: true,
      counts: { done: 19, failed: 1, unknown: 0 },
    });
  },
);

test("all rows that are refused alike can be skipped at once", async () => {
  await using lab = await SellerLab.start();
  const { started } = await refused(lab, [108, 112, 116], forbidden);
  await lab.page.skipRefused({ which: "alike" });
  await started;
  expect(lab.back.import.state).toMatchObject({
    stage: "finished",
    counts: { done: 17, failed: 3 },
  });
});

test("an import that stops at a refused row keeps it for the next time", async () => {
  await using lab = await SellerLab.start();
  const { started } = await refused(lab, [110], forbidden);
  await lab.page.cancelImport({});
  await started;
  expect(lab.back.import.state).toMatchObject({ stage: "cancelled", counts: { failed: 0 } });
  lab.intercept = () => undefined;
  await runImport(lab, stockRows(20));
  expect(lab.back.import.state).toMatchObject({ stage: "finished", counts: { done: 20 } });
  expect(new Set(lab.writes).size).toBe(20);
});
