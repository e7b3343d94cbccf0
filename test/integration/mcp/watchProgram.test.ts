import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { portalAccess } from "../../../src/mcp/portalAccess.ts";
import { readOptions } from "../../../src/mcp/programOptions.ts";
import { readWatchOptions } from "../../../src/mcp/watchOptions.ts";
import { runWatch } from "../../../src/mcp/watchProgram.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { UsageError } from "../../../src/sharedNode/flags.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { startSandbox } from "../../support/sandboxServer.ts";

let portal: Awaited<ReturnType<typeof startSandbox>>;
let folder: string;
let access: ReturnType<typeof portalAccess>;

beforeAll(async () => {
  portal = await startSandbox({ clock: systemClock, random: randomBytes, port: 0 });
  folder = mkdtempSync(join(tmpdir(), "mcp-watch-"));
  const { clientId, clientSecret, codigoSeller } = portal.sandbox;
  const program = readOptions([], {
    AI_HUB_SELLER_URL: portal.url,
    AI_HUB_SELLER_CLIENT_ID: clientId,
    AI_HUB_SELLER_CLIENT_SECRET: clientSecret,
    AI_HUB_SELLER_CODE: String(codigoSeller),
  });
  access = portalAccess(program, join(folder, "journal.jsonl"));
});

afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

async function setStock(code: number, quantity: number): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const parameters = { codigoProdutoMarketplace: code, quantidadeEstoque: quantity };
  await access.desk()?.client.call("updateStock", { parameters }, { signal });
}

async function watchOnce(args: readonly string[]): Promise<{ code: number; lines: unknown[] }> {
  const lines: unknown[] = [];
  const code = await runWatch(readWatchOptions(args), {
    access,
    clock: systemClock,
    signal: AbortSignal.timeout(20_000),
    write: (line) => lines.push(JSON.parse(line)),
    say: (line) => lines.push(line),
  });
  return { code, lines };
}

test("a scheduler's watching tells what changed since the last time, in a file for its owner alone", async () => {
  const state = join(folder, "stock.json");
  await setStock(201, 5);
  expect(await watchOnce(["stock", "--state", state])).toEqual({ code: 0, lines: [] });
  expect(statSync(state).mode & 0o777).toBe(0o600);
  await setStock(201, 6);
  expect(await watchOnce(["stock", "--state", state])).toMatchObject({
    code: 1,
    lines: [
      {
        what: "listStock",
        change: "changed",
        key: ["201"],
        before: { quantidadeEstoque: 5 },
        after: { quantidadeEstoque: 6 },
      },
    ],
  });
  expect(await watchOnce(["stock", "--state", state])).toEqual({ code: 0, lines: [] });
});

test("a file of another watching is refused and kept, as is one that is broken", async () => {
  const state = join(folder, "other.json");
  await watchOnce(["prices", "--state", state]);
  const before = readFileSync(state, "utf8");
  await expect(watchOnce(["stock", "--state", state])).rejects.toThrow(UsageError);
  expect(readFileSync(state, "utf8")).toBe(before);
  writeFileSync(state, "{");
  await expect(watchOnce(["stock", "--state", state])).rejects.toThrow(UsageError);
});

test("watching goes on until it is stopped, over a portal that fails meanwhile", async () => {
  const clock = new FakeClock();
  const stopped = new AbortController();
  const lines: string[] = [];
  const said: string[] = [];
  const desk = access.desk();
  if (!desk) {
    throw new Error("no desk");
  }
  let isDown = false;
  let readings = 0;
  const list = desk.client.list.bind(desk.client);
  desk.client.list = async (...args) => {
    const whole = await (isDown ? Promise.reject(new Error("down")) : list(...args));
    readings += 1;
    return whole;
  };
  await setStock(202, 1);
  const ended = runWatch(readWatchOptions(["stock", "--every", "1"]), {
    access,
    clock,
    signal: stopped.signal,
    write: (line) => lines.push(line),
    say: (line) => said.push(line),
  });
  const advanceUntil = (isSo: () => boolean) =>
    expect
      .poll(() => {
        clock.advance(60_000);
        return isSo();
      })
      .toBe(true);
  await expect.poll(() => readings).toBe(1);
  isDown = true;
  await advanceUntil(() => said.length > 0);
  isDown = false;
  await setStock(202, 2);
  await advanceUntil(() => lines.length > 0);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    key: ["202"],
    after: { quantidadeEstoque: 2 },
  });
  stopped.abort();
  expect(await ended).toBe(0);
  desk.client.list = list;
});

test("a number of minutes below one, an unknown list and orders without a number are usage errors", () => {
  for (const args of [["stock", "--every", "0"], ["everything"], ["orders"], ["orders", "x"], []]) {
    expect(() => readWatchOptions(args)).toThrow(UsageError);
  }
  expect(readWatchOptions(["orders", "12", "13"])).toMatchObject({ what: [12, 13] });
});
