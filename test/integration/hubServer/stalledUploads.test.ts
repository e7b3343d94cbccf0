import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { chatBody, HubLab, type HubProcess, until } from "./hubProcess.ts";
import { admin, type Made, workersOf } from "./workersLab.ts";

const lab = new HubLab();
const megabyte = 1024 * 1024;
const uploads = 50;
const announced = 30 * megabyte;
let sockets: Socket[] = [];

beforeAll(() => lab.build(), 60_000);
afterEach(() => {
  for (const socket of sockets) {
    socket.destroy();
  }
  sockets = [];
});
afterAll(() => lab.dispose());

interface Upload {
  readonly socket: Socket;
  /** What has been answered so far. */
  readonly answer: () => string;
}

/** Sends the head and the first megabyte of a body, and then nothing. */
function stall(hub: HubProcess, token: string): Upload {
  let answer = "";
  const { port, host } = new URL(hub.url);
  const socket = connect(Number(port), "127.0.0.1", () => {
    socket.write(
      `POST /hub/v1/chat/completions HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n` +
        `content-length: ${announced}\r\n\r\n`,
    );
    socket.write("x".repeat(megabyte));
  });
  socket.on("data", (data: Buffer) => {
    answer += data.toString();
  });
  socket.on("error", () => undefined);
  sockets.push(socket);
  return { socket, answer: () => answer };
}

function refused(all: readonly Upload[]): number {
  return all.filter(({ answer }) => answer().startsWith("HTTP/1.1 429 ")).length;
}

/** Megabytes of memory of all processes of the hub. */
function memoryOf(hub: HubProcess): number {
  const pids = [hub.child.pid ?? 0, ...workersOf(hub)];
  const kilobytes = pids.map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

describe.each([1, 2])("a hub with %i processes for requests", (workers) => {
  let hub: HubProcess;

  beforeAll(async () => {
    const adminToken = "an-administrator-of-workers";
    const flags = [`--data=${join(lab.home, `hub-${workers}`)}`, `--workers=${workers}`];
    hub = await lab.start(flags, { AI_HUB_ADMIN_TOKEN: adminToken });
  }, 60_000);
  afterAll(() => hub.child.kill());

  const makeToken = (name: string, rates: object = {}): Promise<Made> =>
    admin<Made>("POST", "/tokens", { name, rate_limits: rates }, hub);

  const ask = (token: string): Promise<Response> =>
    hub.api("/hub/v1/chat/completions", {
      ...chatBody("hub-demo", "Hello"),
      headers: { authorization: `Bearer ${token}`, connection: "close" },
    });

  test("requests at once count from their headers on", async () => {
    const { token } = await makeToken("two at once", { parallel_requests: 2 });
    const all = Array.from({ length: uploads }, () => stall(hub, token));
    await until("all but two are refused", () => refused(all) === uploads - 2);
    const answer = await ask(token);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(await answer.text()).toContain("2 requests at once");
    const [first] = all.filter(({ answer: received }) => received() === "");
    first?.socket.destroy();
    await until("the place is free again", async () => (await ask(token)).status === 200);
    expect(refused(all)).toBe(uploads - 2);
  });

  test("a token without limits holds few uploads, whoever else is served", async () => {
    const { token } = await makeToken("no limits");
    const all = Array.from({ length: uploads }, () => stall(hub, token));
    await until("most are refused", () => refused(all) >= uploads - 3 * workers);
    expect(all.find(({ answer }) => answer() !== "")?.answer()).toContain("96 MB at once");
    expect((await ask((await makeToken("other")).token)).status).toBe(200);
    expect((await fetch(`${hub.url}/healthz`)).status).toBe(200);
    expect(memoryOf(hub)).toBeLessThan(400 * (workers + 1));
  });
});
