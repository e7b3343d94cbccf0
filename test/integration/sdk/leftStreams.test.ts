import type { ServerResponse } from "node:http";

import { expect, test } from "vitest";

import { anthropicModel, openAiModel } from "../../support/modelServer/modelServer.ts";
import { responsesModel } from "../../support/modelServer/responsesModel.ts";
import { until } from "../hubServer/hubProcess.ts";
import { labOfFile } from "./labOfFile.ts";

const lab = labOfFile();

const messages = [{ role: "user", content: "hi" }];
const routes = {
  openai: (model: string) => ["chat/completions", { model, messages }] as const,
  anthropic: (model: string) => ["messages", { model, max_tokens: 100, messages }] as const,
  responses: (model: string) => ["responses", { model, input: "hi" }] as const,
};
const upstreams = {
  openai: { model: "gpt", server: lab.openAi, speak: openAiModel },
  anthropic: { model: "claude-real", server: lab.anthropic, speak: anthropicModel },
  responses: { model: "gpt-responses", server: lab.responses, speak: responsesModel },
};
type Format = keyof typeof routes;
const formats = ["openai", "anthropic", "responses"] as const;
const pairs = formats.flatMap((format) => formats.map((upstream) => [format, upstream] as const));

/** Sends a part of its answer, and the rest when `goOn` is called. */
function pausing(upstream: Format, share: number) {
  const { server, speak } = upstreams[upstream];
  let goOn: (() => void) | undefined;
  let breakOff: (() => void) | undefined;
  server.handle = (request, response) => {
    const pieces: string[] = [];
    const recorder = {
      writeHead: () => recorder,
      write: (piece: string) => pieces.push(piece),
      end: (piece = "") => pieces.push(piece),
    };
    // The models of the tests call these three only.
    speak({ text: ["one", " two", " three"] })(request, recorder as unknown as ServerResponse);
    const all = pieces.join("");
    const at = Math.floor(all.length * share);
    if (share > 0) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(all.slice(0, at));
    }
    goOn = () => {
      if (!response.headersSent) {
        response.writeHead(200, { "content-type": "text/event-stream" });
      }
      response.end(all.slice(at));
    };
    breakOff = () => response.destroy();
  };
  return {
    hasBegun: () => goOn !== undefined,
    goOn: () => goOn?.(),
    breakOff: () => breakOff?.(),
  };
}

async function leave(format: Format, upstream: Format, share: number) {
  const answer = pausing(upstream, share);
  const { model, server } = upstreams[upstream];
  const [path, fields] = routes[format](model);
  const leaving = new AbortController();
  const response = lab.post(path, { ...fields, stream: true }, { signal: leaving.signal });
  response.catch(() => undefined);
  await until("the upstream has the request", () => answer.hasBegun());
  if (share > 0) {
    await (await response).body?.getReader().read();
  }
  leaving.abort();
  await until("the hub has seen it", () => lab.governance.readOn.length > 0);
  expect(server.openAnswers).toBe(1);
  expect(lab.governance.settled).toEqual([]);
  return answer;
}

function settled(): Promise<void> {
  return until("the call is settled", () => lab.governance.settled.length > 0);
}

test.each(pairs)(
  "a stream that its %s client leaves costs what its %s upstream reports",
  async (format, upstream) => {
    for (const share of [0, 0.4]) {
      (await leave(format, upstream, share)).goOn();
      await settled();
      expect(lab.governance.settled).toMatchObject([
        { outcome: "client_abort", status: 499, unknown: undefined, isComplete: true },
      ]);
      expect(lab.governance.settled[0]?.reported).toMatchObject({ outputTokens: 7 });
      lab.reset();
    }
  },
);

test.each(formats)(
  "a stream of %s that breaks off unseen costs what was reserved",
  async (format) => {
    (await leave(format, format, 0.4)).breakOff();
    await settled();
    expect(lab.governance.settled).toMatchObject([
      { outcome: "client_abort", unknown: "partial", isComplete: false },
    ]);
  },
);

test("a stream that is read for nobody gives its place to the client's next request", async () => {
  await leave("openai", "openai", 0.4);
  await lab.governance.readOn[0]?.();
  await until("the upstream is cancelled", () => lab.openAi.openAnswers === 0);
  expect(lab.governance.settled).toMatchObject([
    { outcome: "client_abort", status: 499, unknown: "partial" },
  ]);
});
