import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { RunEndReports } from "../../../src/hub/calls/runEndReports.ts";
import { FakeClock } from "../../support/fakeClock.ts";

let server: Server;
let status: number;
let asked: string[];
let clock: FakeClock;
let reports: RunEndReports;

beforeEach(async () => {
  asked = [];
  status = 200;
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (data: Buffer) => {
      body += data.toString();
    });
    request.on("end", () => {
      const run = String(request.headers["x-hub-run"]);
      asked.push(`${request.method} ${request.url} ${run} ${body}`);
      if (status > 0) {
        response.writeHead(status, { "content-type": "application/json" }).end("{}");
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has a port
  const { port } = server.address() as AddressInfo;
  clock = new FakeClock();
  reports = new RunEndReports({
    baseUrl: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve("t"),
    fetch: globalThis.fetch,
    clock,
  });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test("the end of a run is its name and its outcome, and nothing else", async () => {
  await reports.send({ id: "run-1", outcome: "done" });
  expect(asked).toEqual(['POST /hub/v1/runs/end run-1 {"outcome":"done"}']);
});

test.each([404, 405])("a hub that answers %s is not asked again", async (unknown) => {
  status = unknown;
  await reports.send({ id: "run-1", outcome: "done" });
  await reports.send({ id: "run-2", outcome: "failed" });
  expect(asked).toHaveLength(1);
});

test.each([400, 401, 500, 503])(
  "a hub that answers %s is told of the next run",
  async (failure) => {
    status = failure;
    await reports.send({ id: "run-1", outcome: "done" });
    status = 200;
    await reports.send({ id: "run-2", outcome: "stopped" });
    expect(asked).toHaveLength(2);
  },
);

test("a hub that does not answer, or is not there, holds nothing up for more than two seconds", async () => {
  status = 0;
  const sent = reports.send({ id: "run-1", outcome: "done" });
  await expect.poll(() => asked.length).toBe(1);
  clock.advance(2_000);
  await sent;
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await reports.send({ id: "run-2", outcome: "done" });
});
