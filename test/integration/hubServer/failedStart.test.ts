import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readHubConfig } from "../../../src/hubServer/config/hubConfig.ts";
import { createLog } from "../../../src/hubServer/log.ts";
import { type RunningHub, startHub } from "../../../src/hubServer/runningHub.ts";
import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import { FakeClock } from "../../support/fakeClock.ts";

test("a database that does not answer is an error with the reason, and without its password", async () => {
  const nobody = createServer().listen(0, "127.0.0.1");
  await once(nobody, "listening");
  const { port } = nobody.address() as AddressInfo;
  nobody.close();
  await once(nobody, "close");
  const url = `postgres://hub:CANARY@127.0.0.1:${port}/hub`;
  await expect(openPostgresStore(url, { now: () => 0 })).rejects.toThrow(
    `The database cannot be opened: connect ECONNREFUSED 127.0.0.1:${port}.`,
  );
});

test("a hub that cannot listen releases all that it had taken, and can be started again there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-failed-start-"));
  const other = createServer();
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const clock = new FakeClock();
  let sandboxes = 0;
  const start = (at: number): Promise<RunningHub> => {
    const values = { lab: true, port: `${at}`, data: folder, "idle-exit": "60" };
    return startHub(readHubConfig(values, {}), {
      clock,
      nonce: `the-nonce-of-port-${at}`,
      log: createLog("text", () => undefined),
      openSandbox: () => {
        sandboxes += 1;
        return {
          prefixes: [],
          app: () => Promise.reject(new Error("not asked")),
          access: { clientId: "", clientSecret: "", codigoSeller: 0, numeroPedido: 0 },
          close: () => {
            sandboxes -= 1;
          },
        };
      },
      onStopRequest: () => undefined,
    });
  };
  await expect(start(port)).rejects.toThrow(`Port ${port} is in use by another program.`);
  expect(sandboxes).toBe(0);
  // Not even the search for model servers of this machine, which had begun, is left.
  await expect.poll(() => clock.pendingTimers).toBe(0);
  other.close();
  const hub = await start(0);
  expect(sandboxes).toBe(1);
  await hub.close(1_000);
  expect(sandboxes).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});
