import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Ask, HoleRequest } from "../../../src/completion/moment.ts";
import { OfferCounts } from "../../../src/completion/usage/offerCounts.ts";
import { scanOutbound } from "../../../src/dlp/scanOutbound.ts";
import { type AskedTokens, AskHub } from "../../../src/extension/completion/askHub.ts";
import { streamCompletion } from "../../../src/hub/calls/completionClient.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import type { DlpMode } from "../../../src/shared/guarded/protection.ts";
import type { HubModel } from "../../../src/shared/hubApi/model.ts";

interface Seen {
  readonly path: string;
  readonly app: string | undefined;
  readonly body: string;
}

const hole: HoleRequest = {
  path: "src/a.py",
  language: "python",
  prefix: "total = ",
  suffix: "\nother()",
  snippets: [{ path: "src/b.py", text: "first = 1" }],
  maxTokens: 48,
  stop: ["\n"],
};

let server: Server;
let seen: Seen[];
let handle: (path: string, response: ServerResponse) => void;
let used: AskedTokens[];

beforeEach(async () => {
  seen = [];
  used = [];
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const offers = new OfferCounts();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: string[] = [];
  for await (const piece of request) {
    pieces.push(String(piece));
  }
  const { url: path = "", headers } = request;
  seen.push({ path, app: headers["x-hub-app"]?.toString(), body: pieces.join("") });
  handle(path, response);
}

function hubOf(model: Partial<HubModel> = {}, mode: () => DlpMode = () => "warn"): AskHub {
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const exchange = {
    baseUrl: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve("sk_test"),
    fetch: globalThis.fetch,
    clock: systemClock,
  };
  const client = new HubClient({ ...exchange, random: () => 0 });
  return new AskHub({
    completion: (request, signal) => streamCompletion(exchange, request, signal),
    streamChat: (request, options) => client.streamChat(request, options),
    model: () => ({ id: "m", name: "m", capabilities: {}, ...model }),
    mode,
    scan: scanOutbound,
    onUsed: (tokens) => used.push(tokens),
    takeOffers: () => offers.take(),
  });
}

async function firstOf(send: Ask): Promise<string | undefined> {
  for await (const piece of send(new AbortController().signal)) {
    return piece;
  }
  return undefined;
}

async function ask(hub: AskHub, signal = new AbortController().signal): Promise<string> {
  let text = "";
  for await (const piece of hub.prepare("file:///a.py", hole)(signal)) {
    text += piece;
  }
  return text;
}

function stream(response: ServerResponse, events: readonly (object | "[DONE]")[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    response.write(`: alive\n\ndata: ${event === "[DONE]" ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}

function chunk(text: string, reason: string | null = null): object {
  return { object: "text_completion", choices: [{ index: 0, text, finish_reason: reason }] };
}

const error = (message: string, code?: string): string =>
  JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code } });

test("a model that fills in gets prefix, suffix and snippets, and its stream is read to its usage", async () => {
  handle = (_, response) =>
    stream(response, [
      chunk("first"),
      chunk(" + 1"),
      chunk("", "stop"),
      { choices: [], usage: { prompt_tokens: 30, completion_tokens: 4 } },
      "[DONE]",
    ]);
  offers.offered();
  offers.offered();
  offers.kept();
  expect(await ask(hubOf({ completions: "fim" }))).toBe("first + 1");
  expect(seen.map(({ path, app }) => [path, app])).toEqual([
    ["/hub/v1/completions", "vscode-completion"],
  ]);
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({
    model: "m",
    prompt: "total = ",
    suffix: "\nother()",
    max_tokens: 48,
    temperature: 0,
    stop: ["\n"],
    stream: true,
    stream_options: { include_usage: true },
    hub: {
      path: "src/a.py",
      language: "python",
      context: [{ path: "src/b.py", text: "first = 1" }],
      offers: { offered: 2, kept: 1 },
    },
  });
  expect(offers.take()).toBeUndefined();
  expect(used).toMatchObject([{ prompt: 30, completion: 4 }]);
});

test("another server gets the snippets as comment lines, and no field of ours", async () => {
  handle = (_, response) => {
    response.end(JSON.stringify({ choices: [{ text: "first", finish_reason: "stop" }] }));
  };
  expect(await ask(hubOf())).toBe("first");
  expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({
    prompt: "# src/b.py:\n# first = 1\ntotal = ",
  });
  expect(seen[0]?.body).not.toContain('"hub"');
});

test("vLLM's 400 about the suffix is one failed request for ever; then a chat is asked", async () => {
  handle = (path, response) => {
    if (path === "/hub/v1/completions") {
      response.writeHead(400).end(error("suffix is not currently supported"));
    } else {
      stream(response, [{ choices: [{ delta: { content: "first" }, finish_reason: "stop" }] }]);
    }
  };
  const hub = hubOf();
  expect(await ask(hub)).toBe("");
  expect(await ask(hub)).toBe("first");
  expect(await ask(hub)).toBe("first");
  expect(seen.map(({ path }) => path)).toEqual([
    "/hub/v1/completions",
    "/hub/v1/chat/completions",
    "/hub/v1/chat/completions",
  ]);
  expect(seen.map(({ app }) => app)).toEqual(Array(3).fill("vscode-completion"));
  expect(seen[1]?.body).toContain("<before>total = </before>");
});

test("a server that refuses the suffix closes the route for its model, not for another one", async () => {
  handle = (path, response) => {
    if (path !== "/hub/v1/completions") {
      stream(response, [{ choices: [{ delta: { content: "chat" }, finish_reason: "stop" }] }]);
    } else if (seen.at(-1)?.body.includes('"model":"old"') === true) {
      response.writeHead(400).end(error("suffix is not currently supported"));
    } else {
      stream(response, [chunk("filled", "stop"), "[DONE]"]);
    }
  };
  const model = { id: "old" };
  const hub = hubOf(model);
  expect([await ask(hub), await ask(hub)]).toEqual(["", "chat"]);
  model.id = "new";
  expect(await ask(hub)).toBe("filled");
  model.id = "old";
  expect(await ask(hub)).toBe("chat");
});

test("a control token in the suffix is that text's fault: the route stays, and no chat gets the text", async () => {
  handle = (_, response) => {
    const refused = { message: "A control token in the suffix.", code: "fim_token_in_text" };
    response.writeHead(400).end(JSON.stringify({ error: refused }));
  };
  const hub = hubOf({ completions: "fim" });
  await expect(ask(hub)).rejects.toMatchObject({ kind: "controlToken" });
  await expect(ask(hub)).rejects.toMatchObject({ kind: "controlToken" });
  expect(seen.map(({ path }) => path)).toEqual(Array(2).fill("/hub/v1/completions"));
});

test.each([404, 405, 501])(
  "a hub with only the documented endpoints (%i) is asked in a chat",
  async (status) => {
    handle = (path, response) => {
      if (path === "/hub/v1/completions") {
        response.writeHead(status).end("not here");
      } else {
        stream(response, [{ choices: [{ delta: { content: "first" }, finish_reason: "stop" }] }]);
      }
    };
    const hub = hubOf();
    expect(await ask(hub)).toBe("");
    expect(await ask(hub)).toBe("first");
  },
);

test.each([
  [429, error("slow down", "rate_limit_exceeded"), "rate"],
  [402, error("no money", "budget_exceeded"), "budget"],
  [401, error("no", "invalid_api_key"), "refused"],
  [403, error("no", "policy_denied"), "denied"],
  [404, error("no such model", "model_not_found"), "model"],
  [400, error("no", "model_not_supported"), "model"],
  [400, error("control token", "fim_token_in_text"), "controlToken"],
  [400, error("personal data", "dlp_blocked"), "sensitive"],
  [500, "oops", "server"],
  [503, "busy", "server"],
])("%i is %s to the completion", async (status, body, kind) => {
  handle = (_, response) => {
    response.writeHead(status, { "retry-after": "7" }).end(body);
  };
  await expect(ask(hubOf({ completions: "fim" }))).rejects.toMatchObject({ kind });
  expect(seen).toHaveLength(1);
});

test("an error inside the stream, and a stream without an end, are no answers", async () => {
  handle = (_, response) => stream(response, [chunk("fir"), { error: { message: "upstream" } }]);
  await expect(ask(hubOf({ completions: "fim" }))).rejects.toMatchObject({ name: "AskFailure" });
  handle = (_, response) => stream(response, [chunk("fir")]);
  await expect(ask(hubOf({ completions: "fim" }))).rejects.toMatchObject({ kind: "other" });
});

test("to stop reading closes the connection, so that the hub stops its server", async () => {
  const closed = new Promise<void>((resolve) => {
    handle = (_, response) => {
      response.on("close", resolve);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(chunk("first\n"))}\n\n`);
    };
  });
  const send = hubOf({ completions: "fim" }).prepare("file:///a.py", hole);
  for await (const piece of send(new AbortController().signal)) {
    expect(piece).toBe("first\n");
    break;
  }
  await closed;
});

test("personal data around the cursor is never sent", async () => {
  const hub = hubOf({ completions: "fim" });
  const send = hub.prepare("file:///a.py", { ...hole, prefix: 'cpf = "529.982.247-25"\n' });
  await expect(firstOf(send)).rejects.toMatchObject({ kind: "sensitive" });
  expect(seen).toEqual([]);
});

test("what is ready obeys the protection of the moment in which it is sent", async () => {
  const modes: DlpMode[] = ["off", "block"];
  const hub = hubOf({ completions: "fim" }, () => modes.shift() ?? "block");
  const send = hub.prepare("file:///a.py", { ...hole, prefix: 'cpf = "529.982.247-25"\n' });
  await expect(firstOf(send)).rejects.toMatchObject({ kind: "sensitive" });
  expect(seen).toEqual([]);
});
