import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { HubConnection } from "../../../src/extension/connection/hubConnection.ts";
import {
  isLocked,
  keepOwnSettings,
  setOwnSetting,
} from "../../../src/extension/editor/ownSettings.ts";
import { settings } from "../../../src/extension/editor/settings.ts";
import type { KeptPolicies } from "../../../src/hub/calls/hubPolicies.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import { timeLimits } from "../../../src/shared/base/timeLimits.ts";
import { setHubSettings } from "../../../src/shared/hubApi/hubClientRules.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const editor = vi.hoisted(() => ({ values: {} as Record<string, unknown>, told: [] as string[] }));

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  window: { showInformationMessage: (text: string) => editor.told.push(text) },
  ConfigurationTarget: { Global: 1 },
  Disposable: class {
    readonly dispose: () => void;
    constructor(dispose: () => void) {
      this.dispose = dispose;
    }
  },
  workspace: {
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    getConfiguration: () => ({
      inspect: (name: string) => ({ globalValue: editor.values[name] }),
      update: (name: string, value: unknown) => {
        editor.values[name] = value;
        return Promise.resolve();
      },
    }),
  },
}));

const { signal } = new AbortController();
const answer = `data: ${JSON.stringify({
  choices: [{ index: 0, delta: { content: "Yes" }, finish_reason: "stop" }],
})}\n\ndata: [DONE]\n\n`;

let server: Server;
let client: object;
/** What came beside questions for the policy. */
let sent: string[];
let clock: FakeClock;
let kept: Map<string, unknown>;
let opened: { dispose(): void }[];

beforeEach(async () => {
  sent = [];
  kept = new Map();
  clock = new FakeClock();
  server = createServer((request, response) => {
    if (request.url === "/hub/v1/policy") {
      response.setHeader("content-type", "application/json").end(JSON.stringify({ client }));
      return;
    }
    sent.push(request.url ?? "");
    response.setHeader("content-type", "text/event-stream").end(answer);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has a port
  const { port } = server.address() as AddressInfo;
  editor.values = { baseUrl: `http://127.0.0.1:${port}`, model: "mine" };
  editor.told = [];
  opened = [keepOwnSettings()];
});

afterEach(() => {
  setHubSettings("");
  opened.forEach((one) => one.dispose());
  server.closeAllConnections();
  server.close();
});

/** The connection of an editor that has just started. */
async function connect(): Promise<HubConnection> {
  const secrets = {
    get: () => Promise.resolve("sk_hub_0123456789abcdef"),
    store: () => Promise.resolve(),
    delete: () => Promise.resolve(),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const keptPolicies: KeptPolicies = {
    get: (origin) => kept.get(origin),
    set: (origin, policy) => void kept.set(origin, structuredClone(policy)),
  };
  const connection = new HubConnection({
    loadPart: (load) => load(),
    tokens: new TokenStore(secrets, clock),
    localHub: undefined,
    settings: { ...settings, patience: () => timeLimits.answer },
    wantsLocalHub: () => false,
    keptPolicies,
    isBrowserEditor: false,
    fetch: globalThis.fetch,
    clock,
    userAgent: "ai-hub-vscode/1.4.0",
  });
  opened.push(connection);
  await connection.start();
  return connection;
}

async function send(connection: HubConnection): Promise<string> {
  const request = { model: "m", messages: [{ role: "user" as const, content: "Hello" }] };
  try {
    let kinds = "";
    for await (const { kind } of connection.streamChat(request, { signal })) {
      kinds += kind;
    }
    return kinds === "" ? "nothing" : "sent";
  } catch (error) {
    return error instanceof Error && "kind" in error ? String(error.kind) : String(error);
  }
}

test("a setting of the hub is locked, is told, and holds at once after a restart", async () => {
  client = { settings: { "aiHub.model": "house" } };
  const models: string[] = [];
  opened.push(settings.onDidChange("model", () => models.push(settings.model())));
  expect([settings.model(), isLocked("model")]).toEqual(["mine", false]);
  const connection = await connect();
  // The message was prepared for the person's model.
  expect(await send(connection)).toBe("rules_arrived");
  expect(sent).toEqual([]);
  expect([settings.model(), isLocked("model"), models]).toEqual(["house", true, ["house"]]);
  await setOwnSetting("model", "other");
  expect(editor.told).toEqual(["Your organisation has set this. You cannot change it here."]);
  expect(await send(connection)).toBe("sent");

  setHubSettings("");
  const restarted = await connect();
  expect(settings.model()).toBe("house");
  expect(await send(restarted)).toBe("sent");

  client = {};
  clock.advance(5 * 60_000);
  await restarted.policy({ signal });
  expect([settings.model(), isLocked("model")]).toEqual(["mine", false]);
});

test("a hostile hub cannot set its address, a program, or more than the person allows", async () => {
  const own = settings.baseUrl();
  client = {
    settings: {
      "aiHub.baseUrl": "https://evil.example.com",
      "aiHub.extensionUrl": "https://evil.example.com",
      "aiHub.updateKey": "key",
      "aiHub.mcp.servers": { evil: { command: "/bin/sh" } },
      "aiHub.agent.level": "sandbox",
      "aiHub.dlp.mode": "off",
    },
  };
  const connection = await connect();
  await connection.policy({ signal });
  expect(settings.baseUrl()).toBe(own);
  expect(await connection.address()).toBe(own);
  expect([settings.extensionUrl(), settings.updateKey(), settings.mcpServers()]).toEqual([
    "",
    "",
    undefined,
  ]);
  expect([settings.agentLevel(), settings.dlpMode()]).toEqual(["ask", "warn"]);
});

test("a stored policy that this token has not signed sets nothing", async () => {
  client = { settings: { "aiHub.model": "house" } };
  await (await connect()).policy({ signal });
  setHubSettings("");
  for (const [origin, policy] of kept) {
    kept.set(origin, JSON.parse(JSON.stringify(policy).replace("house", "theirs")));
  }
  await connect();
  expect(settings.model()).toBe("mine");
});

test("an editor that is too old sends nothing until the hub asks for less", async () => {
  client = { minimum_version: "1.4.1" };
  expect(await send(await connect())).toBe("client_outdated");
  const restarted = await connect();
  expect(await send(restarted)).toBe("client_outdated");
  expect(sent).toEqual([]);
  client = { minimum_version: "1.4.0" };
  clock.advance(5 * 60_000);
  expect(await send(restarted)).toBe("sent");
});
