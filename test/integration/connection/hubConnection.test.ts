import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { LocalHubPort } from "../../../src/extension/connection/findHub.ts";
import { HubConnection } from "../../../src/extension/connection/hubConnection.ts";
import { Models } from "../../../src/extension/connection/models.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import type { ChatFormat } from "../../../src/hub/wire/encodeRequest.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import { type Patience, timeLimits } from "../../../src/shared/base/timeLimits.ts";
import type { LocalHubFile } from "../../../src/shared/hubApi/localHub.ts";

/** A hub that notes who asked. */
class NotingHub {
  readonly requests: IncomingMessage[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.requests.push(request);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ data: [{ id: "embed", type: "embedding" }, { id: "m1" }] }));
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

class FakeSettings {
  readonly #didChange = new Emitter<"baseUrl" | "model">();
  #baseUrl = "";
  #model = "";

  baseUrl(): string {
    return this.#baseUrl;
  }

  model(): string {
    return this.#model;
  }

  format: ChatFormat = "openai";

  patience(): Patience {
    return timeLimits.answer;
  }

  chatFormat(): ChatFormat {
    return this.format;
  }

  isModelLocked(): boolean {
    return false;
  }

  setModel(id: string): Promise<void> {
    this.#model = id;
    this.#didChange.fire("model");
    return Promise.resolve();
  }

  setBaseUrl(value: string): void {
    this.#baseUrl = value;
    this.#didChange.fire("baseUrl");
  }

  onDidChange(name: "baseUrl" | "model", listener: () => void) {
    return this.#didChange.event((changed) => {
      if (changed === name) {
        listener();
      }
    });
  }
}

class FakeLocalHub implements LocalHubPort {
  current: LocalHubFile | undefined;
  starts = 0;
  running: LocalHubFile | undefined;
  readonly #didChange = new Emitter<undefined>();
  readonly onDidChange = (listener: () => void) => this.#didChange.event(listener);

  find(): Promise<LocalHubFile | undefined> {
    if (this.current !== this.running) {
      this.current = this.running;
      this.#didChange.fire(undefined);
    }
    return Promise.resolve(this.current);
  }

  start(): Promise<LocalHubFile> {
    this.starts += 1;
    return Promise.reject(new Error("no disk"));
  }
}

const token = "sk_hub_0123456789abcdef";
const localToken = "sk_hub_local0123456789";

let hub: NotingHub;
let other: NotingHub;
let settings: FakeSettings;
let localHub: FakeLocalHub;
let tokens: TokenStore;
let connection: HubConnection;
let wantsLocalHub: boolean;

beforeEach(async () => {
  hub = new NotingHub();
  other = new NotingHub();
  await Promise.all([hub.listen(), other.listen()]);
  settings = new FakeSettings();
  localHub = new FakeLocalHub();
  wantsLocalHub = false;
  const values = new Map<string, string>();
  const didChange = new Emitter<{ readonly key: string }>();
  tokens = new TokenStore(
    {
      get: (key) => Promise.resolve(values.get(key)),
      store: (key, value) => {
        values.set(key, value);
        didChange.fire({ key });
        return Promise.resolve();
      },
      delete: (key) => {
        values.delete(key);
        didChange.fire({ key });
        return Promise.resolve();
      },
      onDidChange: didChange.event,
    },
    systemClock,
  );
  connection = new HubConnection({
    loadPart: (load) => load(),
    tokens,
    localHub,
    settings,
    wantsLocalHub: () => wantsLocalHub,
    isBrowserEditor: false,
    fetch: globalThis.fetch,
    clock: systemClock,
    userAgent: "ai-hub-vscode/test",
  });
});

afterEach(() => {
  connection.dispose();
  hub.close();
  other.close();
});

const localFile = (): LocalHubFile => ({
  schema: 1,
  url: hub.url,
  token: localToken,
  pid: 1,
  nonce: "0123456789abcdef",
  startedAt: 0,
  version: "0.0.0",
});

const listModels = () =>
  connection.client?.listModels({ signal: new AbortController().signal }) ?? Promise.reject();

test("without an address and without a local hub it is the first use", async () => {
  await connection.start();
  expect(connection.state).toEqual({ state: "needsBaseUrl" });
  expect(localHub.starts).toBe(0);
});

test("messages go in the format that the person chose, at once when it changes", async () => {
  settings.setBaseUrl(hub.url);
  await tokens.set(hub.url, token);
  await connection.start();
  const request = { model: "m1", messages: [{ role: "user" as const, content: "Hello" }] };
  expect(connection.client?.encode(request).path).toBe("/hub/v1/chat/completions");
  settings.format = "anthropic";
  expect(connection.client?.encode(request).path).toBe("/hub/v1/messages");
});

test("an address without a token asks for the token, and a token makes it ready at once", async () => {
  settings.setBaseUrl(`${hub.url}/hub/v1/chat/completions`);
  await connection.start();
  expect(connection.state).toMatchObject({ state: "needsToken", baseUrl: hub.url });
  const ready = new Promise((resolve) => {
    connection.onDidChange(() => resolve(connection.state));
  });
  await tokens.set(hub.url, token);
  expect(await ready).toMatchObject({ state: "ready", isLocal: false, tokenIsKept: true });
  await listModels();
  expect(hub.requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${token}`,
    "x-hub-app": "vscode",
  });
});

test("a search that finds the same hub and token is no change of the hub", async () => {
  settings.setBaseUrl(hub.url);
  await tokens.set(hub.url, token);
  await connection.start();
  const changed: (string | undefined)[] = [];
  connection.onDidChangeHub(() => changed.push(connection.token));
  await connection.refresh();
  expect(changed).toEqual([]);
  await tokens.set(hub.url, `${token}2`);
  await connection.start();
  expect(changed).toEqual([`${token}2`]);
  settings.setBaseUrl(other.url);
  await connection.start();
  expect(changed).toEqual([`${token}2`, undefined]);
});

test("another address never gets the token of the first", async () => {
  settings.setBaseUrl(hub.url);
  await tokens.set(hub.url, token);
  await connection.start();
  settings.setBaseUrl(other.url);
  await connection.start();
  expect(connection.state).toMatchObject({ state: "needsToken", baseUrl: other.url });
  expect(connection.client).toBeUndefined();
  expect(other.requests).toEqual([]);
});

test.each([
  ["http://hub.example.com", "insecureHttp"],
  ["https://user:secret@hub.example.com", "credentials"],
  ["ftp://hub.example.com", "unsupportedScheme"],
])("the address %s is refused with its reason", async (value, reason) => {
  settings.setBaseUrl(value);
  await connection.start();
  expect(connection.state).toMatchObject({ state: "badBaseUrl", reason });
});

test("a local hub that runs is used with its own token, without asking", async () => {
  localHub.running = localFile();
  await connection.start();
  expect(connection.state).toMatchObject({ state: "ready", isLocal: true, baseUrl: hub.url });
  await listModels();
  expect(hub.requests[0]?.headers.authorization).toBe(`Bearer ${localToken}`);
});

test("the local hub is started by itself only for who chose it before, and its failure is the first use", async () => {
  wantsLocalHub = true;
  await connection.start();
  expect(localHub.starts).toBe(1);
  expect(connection.state).toEqual({ state: "needsBaseUrl" });
});

function listsAsked(): number {
  return hub.requests.filter(({ url }) => url?.endsWith("/models") === true).length;
}

test("without a choice the first chat model is used; a choice stays even if the hub does not list it", async () => {
  localHub.running = localFile();
  const models = new Models({ connection, settings, clock: systemClock });
  const list = await models.list({ refresh: false });
  expect(list.models.map(({ id }) => id)).toEqual(["embed", "m1"]);
  expect(models.selected).toBe("m1");
  const selecting = models.select("my-own");
  expect(models.selected).toBe("my-own");
  await selecting;
  await models.list({ refresh: false });
  expect(listsAsked()).toBe(1);
  await models.list({ refresh: true });
  expect(listsAsked()).toBe(2);
  models.dispose();
});
