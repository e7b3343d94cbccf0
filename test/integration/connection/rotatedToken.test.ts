import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { HubConnection } from "../../../src/extension/connection/hubConnection.ts";
import { toFailure } from "../../../src/hub/errors/hubError.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { timeLimits } from "../../../src/shared/base/timeLimits.ts";
import { describeFailure } from "../../../src/shared/failures/failureWords.ts";

const oldToken = "sk_hub_OLD0123456789abcdefghij";
const newToken = "sk_hub_NEW0123456789abcdefghij";

let hub: Server;
let baseUrl: string;
/** What the editor's windows keep together; a browser's window sees its own copy of it. */
let kept: Map<string, string>;
let connection: HubConnection | undefined;

beforeEach(async () => {
  // A hub that took back the old token.
  hub = createServer((request, response) => {
    const isNew = request.headers.authorization === `Bearer ${newToken}`;
    response.writeHead(isNew ? 200 : 401, { "content-type": "application/json" });
    response.end(
      isNew
        ? JSON.stringify({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] })
        : JSON.stringify({ error: { code: "token_expired", message: "This token has expired." } }),
    );
  });
  await new Promise<void>((resolve) => {
    hub.listen(0, "127.0.0.1", resolve);
  });
  baseUrl = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
  kept = new Map([[`aiHub.token:${baseUrl}`, oldToken]]);
});

afterEach(() => {
  connection?.dispose();
  hub.closeAllConnections();
  hub.close();
});

/** The tokens as a window reads them in `sees`. No event comes from another one. */
function tokensIn(sees: ReadonlyMap<string, string>): TokenStore {
  const secrets = {
    get: (key: string) => Promise.resolve(sees.get(key)),
    store: () => Promise.reject(new Error("There is no key ring")),
    delete: () => Promise.resolve(),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  return new TokenStore(secrets, systemClock);
}

function windowWith(tokens: TokenStore, isBrowserEditor: boolean): HubConnection {
  connection = new HubConnection({
    loadPart: (load) => load(),
    tokens,
    localHub: undefined,
    settings: {
      baseUrl: () => baseUrl,
      chatFormat: () => "openai",
      patience: () => timeLimits.answer,
      onDidChange: () => ({ dispose: () => undefined }),
    },
    wantsLocalHub: () => false,
    isBrowserEditor,
    fetch: globalThis.fetch,
    clock: systemClock,
    userAgent: "ai-hub-vscode/test",
  });
  return connection;
}

async function nextStep(window: HubConnection, locale: "en" | "pt-br"): Promise<string> {
  const { signal } = new AbortController();
  const request = { model: "m", messages: [{ role: "user", content: "Hi" }] } as const;
  try {
    for await (const event of window.streamChat(request, { signal })) {
      if (event.kind === "finished") {
        return "answered";
      }
    }
    return "nothing";
  } catch (error) {
    return describeFailure(toFailure(error), locale).nextStep;
  }
}

test("a browser's window cannot see that another one set a new token, and says to reload it", async () => {
  const window = windowWith(tokensIn(new Map(kept)), true);
  await window.start();
  kept.set(`aiHub.token:${baseUrl}`, newToken);
  expect(await nextStep(window, "en")).toContain("reload this window");
  expect(await nextStep(window, "pt-br")).toContain("recarregue esta janela");
});

test("elsewhere a window sees the new token itself and goes on, or there is none and reloading would not help", async () => {
  const window = windowWith(tokensIn(kept), false);
  await window.start();
  expect(await nextStep(window, "en")).toBe(
    "Ask your administrator for a new one and set it here.",
  );
  kept.set(`aiHub.token:${baseUrl}`, newToken);
  expect(await nextStep(window, "en")).toBe("answered");
});

test("a token that this window alone knows is not lost by advice to reload", async () => {
  const tokens = tokensIn(new Map());
  expect(await tokens.set(baseUrl, oldToken)).toEqual({ token: oldToken, isKept: false });
  expect(await nextStep(windowWith(tokens, true), "en")).toBe(
    "Ask your administrator for a new one and set it here.",
  );
});
