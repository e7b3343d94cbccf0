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

/** What of an answer came before the client left: nothing, its first event, or its first text, too. */
type Came = "nothing" | "head" | "text";

function lengthOf(answer: string, came: Came): number {
  const at = {
    nothing: -2,
    head: answer.indexOf("\n\n"),
    text: answer.indexOf("\n\n", answer.indexOf("one")),
  };
  return at[came] + 2;
}

/** Sends a part of its answer, and the rest when `goOn` is called. */
function pausing(upstream: Format, came: Came) {
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
    const at = lengthOf(all, came);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    response.write(all.slice(0, at));
    goOn = () => response.end(all.slice(at));
    breakOff = () => response.destroy();
  };
  return {
    hasBegun: () => goOn !== undefined,
    goOn: () => goOn?.(),
    breakOff: () => breakOff?.(),
  };
}

async function leave(format: Format, upstream: Format, came: Came) {
  const answer = pausing(upstream, came);
  const { model } = upstreams[upstream];
  const [path, fields] = routes[format](model);
  const leaving = new AbortController();
  const response = lab.post(path, { ...fields, stream: true }, { signal: leaving.signal });
  response.catch(() => undefined);
  await until("the upstream has the request", () => answer.hasBegun());
  if (came === "text") {
    await (await response).body?.getReader().read();
  }
  leaving.abort();
  return answer;
}

async function leaveSilent(format: Format, upstream: Format, came: Came = "nothing") {
  const answer = await leave(format, upstream, came);
  await until("the hub has seen it", () => lab.governance.readOn.length > 0);
  expect(upstreams[upstream].server.openAnswers).toBe(1);
  expect(lab.governance.settled).toEqual([]);
  return answer;
}

function settled(): Promise<void> {
  return until("the call is settled", () => lab.governance.settled.length > 0);
}

test.each(pairs)(
  "a stream that its %s client leaves before the first text costs what its %s upstream reports",
  async (format, upstream) => {
    for (const came of ["nothing", "head"] as const) {
      (await leaveSilent(format, upstream, came)).goOn();
      await settled();
      expect(lab.governance.settled).toMatchObject([
        { outcome: "client_abort", status: 499, unknown: undefined, isComplete: true },
      ]);
      expect(lab.governance.settled[0]?.reported).toMatchObject({ outputTokens: 7 });
      lab.reset();
    }
  },
);

test.each(pairs)(
  "a stream that its %s client leaves after a text of its %s upstream is cancelled and costs what came",
  async (format, upstream) => {
    await leave(format, upstream, "text");
    await settled();
    expect(lab.governance.settled).toMatchObject([
      { outcome: "client_abort", status: 499, unknown: undefined, output: "one" },
    ]);
    await until("the upstream is cancelled", () => upstreams[upstream].server.openAnswers === 0);
  },
);

test.each(formats)(
  "a stream of %s that breaks off unseen costs what was reserved",
  async (format) => {
    (await leaveSilent(format, format)).breakOff();
    await settled();
    expect(lab.governance.settled).toMatchObject([
      { outcome: "client_abort", unknown: "partial", isComplete: false },
    ]);
  },
);

test("a stream that is read for nobody gives its place to the client's next request", async () => {
  await leaveSilent("openai", "openai");
  await lab.governance.readOn[0]?.();
  await until("the upstream is cancelled", () => lab.openAi.openAnswers === 0);
  expect(lab.governance.settled).toMatchObject([
    { outcome: "client_abort", status: 499, unknown: "partial" },
  ]);
});
