import { rmSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { importLocksFolder } from "../../../src/seller/csv/run/importLock.ts";
import { csvFile, SellerLab } from "./sellerLab.ts";
import { isWrite, runImport, stockRows, stuck, until } from "./stockImports.ts";

test("an import that was killed goes on where it stopped: no tracking is doubled, and what nobody knows of is said", async () => {
  await using lab = await SellerLab.start();
  const orders = await openOrders(lab, 6);
  const rows = [
    "numeroPedido;codigoStatus;codigoRastreamento",
    ...orders.map((numeroPedido, index) => `${numeroPedido};50;T${index}`),
  ].join("\n");
  let sent = 0;
  lab.intercept = (request, send) => {
    if (!isWrite(request)) {
      return undefined;
    }
    sent += 1;
    // The third is done by the portal, but this process is gone before it hears of it; no other is sent.
    return sent < 3 ? undefined : sent === 3 ? send().then(stuck) : stuck();
  };
  const started = runImport(lab, rows);
  await Promise.race([started, until(() => sent >= 4)]);
  // The lock of a killed process is taken over; here the process is this one, which lives.
  rmSync(join(lab.folder, importLocksFolder), { recursive: true });
  await using next = await SellerLab.start({ folder: lab.folder, portal: lab.portal });
  await runImport(next, rows);
  const { counts } = next.back.import.state;
  expect((counts?.done ?? 0) + (counts?.unknown ?? 0)).toBe(6);
  expect(counts?.unknown).toBeGreaterThanOrEqual(2);
  const shipped = await Promise.all(orders.map((order) => timesShipped(next, order)));
  expect(shipped.filter((times) => times > 1)).toEqual([]);
  const once = shipped.filter((times) => times === 1).length;
  expect(once).toBeGreaterThan(counts?.done ?? 6);
});

test("two windows do not import into one environment at once", async () => {
  await using lab = await SellerLab.start();
  lab.intercept = (request) => (isWrite(request) ? stuck() : undefined);
  const started = runImport(lab, stockRows(3));
  await Promise.race([started, until(() => lab.sent.some(isWrite))]);
  await using next = await SellerLab.start({ folder: lab.folder, portal: lab.portal });
  await runImport(next, stockRows(3));
  expect(next.back.import.state).toMatchObject({
    stage: "checked",
    message: expect.stringMatching(/^rows.csv is imported on ./u) as string,
  });
  expect(next.writes).toEqual([]);
});

test("a portal that cannot be reached pauses the import, which goes on when it is back", async () => {
  await using lab = await SellerLab.start();
  let isDown = false;
  lab.intercept = (request) => {
    isDown ||= lab.writes.length === 5;
    return isDown && isWrite(request)
      ? Promise.resolve(Response.json({}, { status: 403 }))
      : undefined;
  };
  const started = runImport(lab, stockRows(20));
  const paused = await lab.imported("paused");
  expect(paused.message).toBe("forbidden");
  lab.intercept = () => undefined;
  await lab.page.startImport({ withUnchanged: false });
  await started;
  expect(lab.back.import.state.counts).toMatchObject({ done: 20, failed: 0 });
});

test("a paused import keeps its file when several orders are tracked, and goes on", async () => {
  await using lab = await SellerLab.start();
  lab.intercept = (request) =>
    isWrite(request) ? Promise.resolve(Response.json({}, { status: 403 })) : undefined;
  const started = runImport(lab, stockRows(3));
  await lab.imported("paused");
  const { file } = lab.back.import.state;
  const tracked = await lab.page.trackOrders({
    lines: "500001;T1",
    codigoStatus: "50",
    nomeTransportadora: "",
  });
  expect(tracked.ok).toBe(false);
  expect(lab.back.import.state).toMatchObject({ stage: "paused", file });
  lab.intercept = () => undefined;
  await lab.page.startImport({ withUnchanged: false });
  await started;
  expect(lab.back.import.state.counts).toMatchObject({ done: 3, failed: 0 });
});

test("a cancelled import can be taken up again, and sends no row twice", async () => {
  await using lab = await SellerLab.start();
  const text = stockRows(60);
  lab.intercept = (request) => {
    if (isWrite(request) && lab.writes.length === 20) {
      void lab.page.cancelImport({});
    }
    return undefined;
  };
  await runImport(lab, text);
  const { stage, counts } = lab.back.import.state;
  expect(stage).toBe("cancelled");
  expect(counts?.done).toBeLessThan(60);
  lab.intercept = () => undefined;
  await runImport(lab, text);
  expect(lab.back.import.state).toMatchObject({ stage: "finished", resumed: counts?.done });
  expect(lab.writes.length).toBe(60);
  expect(new Set(lab.writes).size).toBe(60);
});

test("an import that is stopped while it still reads the portal's records writes no row", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(stockRows(3)));
  await lab.back.import.check();
  lab.intercept = () => {
    lab.back.import.cancel();
    return undefined;
  };
  await lab.back.import.start();
  // The check holds: it can be started again.
  expect(lab.back.import.state.stage).toBe("checked");
  expect(lab.writes).toEqual([]);
});

test("an import that is confirmed after its window was closed writes no row", async () => {
  await using lab = await SellerLab.start({ kind: "production" });
  await lab.back.import.choose(csvFile(stockRows(3)));
  await lab.back.import.check();
  const started = lab.back.import.start();
  lab.back.import.dispose();
  await started;
  expect(lab.confirmations).toHaveLength(1);
  expect(lab.writes).toEqual([]);
});

async function openOrders(lab: SellerLab, count: number): Promise<readonly number[]> {
  const found: number[] = [];
  const { client } = lab.back.desks.desk() ?? {};
  const { numeroPedido } = lab.portal.sandbox;
  for (
    let number = numeroPedido;
    found.length < count && number < numeroPedido + 400;
    number += 1
  ) {
    const order = await client?.getOrder(number, { signal: AbortSignal.timeout(20_000) });
    if (typeof order?.["codigoStatus"] === "number" && order["codigoStatus"] < 50) {
      found.push(number);
    }
  }
  return found;
}

async function timesShipped(lab: SellerLab, numeroPedido: number): Promise<number> {
  const order = await lab.back.desks
    .desk()
    ?.client.getOrder(numeroPedido, { signal: AbortSignal.timeout(20_000) });
  const history = order?.["historico"];
  return Array.isArray(history)
    ? history.filter(
        (entry: { readonly origem?: unknown; readonly codigoStatus?: unknown }) =>
          entry.origem === "SELLER" && entry.codigoStatus === 50,
      ).length
    : 0;
}
