import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, expect, test } from "vitest";

import { HubConnection } from "../../../src/extension/connection/hubConnection.ts";
import { Models } from "../../../src/extension/connection/models.ts";
import { Reach } from "../../../src/extension/connection/reach.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import { DisposableStore, toDisposable } from "../../../src/shared/base/lifecycle.ts";
import { timeLimits } from "../../../src/shared/base/timeLimits.ts";

const token = "sk_hub_0123456789abcdef";
let left = new DisposableStore();

afterEach(() => {
  left.dispose();
  left = new DisposableStore();
});

async function listen(answer: RequestListener, port = 0): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  left.add(toDisposable(() => close(server)));
  return server;
}

function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A hub that lists one model for the token, and refuses everybody else. */
const hub: RequestListener = (request, response) => {
  const isKnown = request.headers.authorization === `Bearer ${token}`;
  response.writeHead(isKnown ? 200 : 401, { "Content-Type": "application/json" });
  response.end(
    JSON.stringify(
      isKnown ? { data: [{ id: "m1" }] } : { error: { message: "no", code: "invalid_api_key" } },
    ),
  );
};

/** A port at which nobody listens. */
async function freePort(): Promise<number> {
  const server = await listen(hub);
  const port = portOf(server);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

async function reachOf(port: number, saved?: string) {
  const values = new Map<string, string>();
  const secrets = {
    get: (key: string) => Promise.resolve(values.get(key)),
    store: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
    delete: (key: string) => Promise.resolve(void values.delete(key)),
    onDidChange: new Emitter<{ readonly key: string }>().event,
  };
  const clock = systemClock;
  const tokens = left.add(new TokenStore(secrets, clock));
  const baseUrl = `http://127.0.0.1:${port}`;
  if (saved !== undefined) {
    await tokens.set(baseUrl, saved);
  }
  const settings = {
    baseUrl: () => baseUrl,
    chatFormat: () => "openai" as const,
    patience: () => timeLimits.answer,
    model: () => "",
    isModelLocked: () => false,
    setModel: () => Promise.resolve(),
    onDidChange: () => toDisposable(() => undefined),
  };
  const exchange = { fetch: globalThis.fetch, clock, userAgent: "ai-hub-vscode/test" };
  const connection = left.add(
    new HubConnection({
      loadPart: (load) => load(),
      ...exchange,
      tokens,
      settings,
      localHub: undefined,
      wantsLocalHub: () => false,
      isBrowserEditor: false,
    }),
  );
  const models = left.add(new Models({ connection, settings, clock }));
  const reach = left.add(new Reach({ connection, models, exchange }));
  return { connection, reach };
}

test.each([undefined, token])(
  "an address at which nobody answers is a problem, with the token %s",
  async (saved) => {
    const { reach } = await reachOf(await freePort(), saved);
    await reach.check();
    expect(reach.problem).toMatchObject({ kind: "refused" });
    expect(reach.isChecking).toBe(false);
  },
);

test("a hub that answers again is found by the next check", async () => {
  const port = await freePort();
  const { reach } = await reachOf(port, token);
  await reach.check();
  await listen(hub, port);
  await reach.check();
  expect(reach.problem).toBeUndefined();
});

test("a hub that answers anything again loses its problem without being asked", async () => {
  const port = await freePort();
  const { connection, reach } = await reachOf(port, token);
  await reach.check();
  await listen(hub, port);
  const solved = new Promise<void>((resolve) => {
    left.add(reach.onDidChange(() => reach.problem ?? resolve()));
  });
  await connection.usage({ signal: new AbortController().signal }).catch(() => undefined);
  await solved;
  expect(reach.problem).toBeUndefined();
});

test("401 means that a hub is there: without a token none is sent, and there is no problem", async () => {
  const asked: unknown[] = [];
  const server = await listen((request, response) => {
    asked.push([request.url, request.headers.authorization]);
    hub(request, response);
  });
  const { connection, reach } = await reachOf(portOf(server));
  await reach.check();
  expect(connection.state.state).toBe("needsToken");
  expect(reach.problem).toBeUndefined();
  expect(asked).toEqual([["/hub/v1/models", undefined]]);
});

test("a token that the hub refuses is a problem", async () => {
  const { reach } = await reachOf(portOf(await listen(hub)), "sk_hub_another");
  await reach.check();
  expect(reach.problem).toMatchObject({ kind: "auth_invalid" });
});

test.each([undefined, "sk_hub_another"])(
  "a hub that signs devices in offers it, with the token %s",
  async (saved) => {
    const server = await listen((request, response) => {
      if (request.url === "/.well-known/oauth-authorization-server") {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(
          JSON.stringify({
            grant_types_supported: ["urn:ietf:params:oauth:grant-type:device_code"],
          }),
        );
      } else {
        hub(request, response);
      }
    });
    const { reach } = await reachOf(portOf(server), saved);
    await reach.check();
    await expect.poll(() => reach.canSignIn).toBe(true);
  },
);

test.each([undefined, token])(
  "somebody else at the address is a problem, with the token %s",
  async (saved) => {
    const page = await listen((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end("<html>Sign in</html>");
    });
    const { reach } = await reachOf(portOf(page), saved);
    await reach.check();
    expect(reach.problem).toMatchObject({ kind: "not_a_hub" });
  },
);
