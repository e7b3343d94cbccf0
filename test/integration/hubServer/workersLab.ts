import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { dataEvents, FakeUpstream } from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess, until } from "./hubProcess.ts";

export const adminToken = "an-administrator-of-workers";
export const lab = new HubLab();
export const upstream = new FakeUpstream();
/** Ends the streams that the model server holds open. */
let releases: (() => void)[] = [];
let upstreamUrl: URL | undefined;
let running: HubProcess | undefined;

/** The hub that `prepare` started. */
export function hub(): HubProcess {
  if (!running) {
    throw new Error("no hub was started");
  }
  return running;
}

const chunk = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "large" };
const usage = { prompt_tokens: 10, completion_tokens: 90, total_tokens: 100 };

/** Starts a hub, and its model server, whose answers have 100 tokens and whose streams wait for `endStreams`. */
export async function prepare(workers: number): Promise<void> {
  upstreamUrl = await upstream.listen();
  upstream.models = [{ id: "large" }];
  upstream.handle = ({ fields }, response) => {
    if (fields["stream"] !== true) {
      const message = { role: "assistant", content: "Yes." };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...chunk, object: "chat.completion", choices, usage }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const delta = { role: "assistant", content: "Yes" };
    response.write(dataEvents({ ...chunk, choices: [{ index: 0, delta, finish_reason: null }] }));
    releases.push(() => {
      const choices = [{ index: 0, delta: {}, finish_reason: "stop" }];
      response.end(
        `${dataEvents({ ...chunk, choices }, { ...chunk, choices: [], usage })}data: [DONE]\n\n`,
      );
    });
  };
  await lab.build();
  running = await start("main", workers);
}

export async function dispose(): Promise<void> {
  await lab.dispose();
  upstream.close();
}

export function start(name: string, workers: number): Promise<HubProcess> {
  return lab.start(
    [
      `--data=${join(lab.home, name)}`,
      `--upstream=main=${upstreamUrl?.href}v1`,
      `--workers=${workers}`,
    ],
    { AI_HUB_ADMIN_TOKEN: adminToken },
  );
}

/** The processes of a hub's workers. */
export function workersOf({ child }: HubProcess): readonly number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=,stat=", "--ppid", String(child.pid)]);
  return String(stdout)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/ Z/u.test(line))
    .map((line) => Number.parseInt(line, 10));
}

export interface Made {
  readonly id: string;
  readonly token: string;
}

export async function admin<T>(
  method: string,
  path: string,
  body?: object,
  at = hub(),
): Promise<T> {
  const response = await at.api(`/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  // What a test looks at and is not there, it finds out.
  return (await response.json()) as T;
}

export const messages = [{ role: "user", content: "x".repeat(40) }];

interface ChatOptions {
  readonly fields?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: HubProcess;
}

/** A request on a connection of its own, so that the workers take turns. */
export function chat(
  token: string,
  { fields, headers, at = hub() }: ChatOptions = {},
): Promise<Response> {
  return at.api("/hub/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, connection: "close", ...headers },
    body: JSON.stringify({ model: "large", max_tokens: 90, messages, ...fields }),
  });
}

export function chats(
  count: number,
  token: string,
  options?: ChatOptions,
): Promise<readonly Response[]> {
  return Promise.all(Array.from({ length: count }, () => chat(token, options)));
}

export function countOf(answers: readonly Response[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

/** The beginnings of so many streams, each with its first event read. */
export async function openStreams(
  count: number,
  token: string,
  at = hub(),
): Promise<readonly Response[]> {
  releases = [];
  const streams = await chats(count, token, { fields: { stream: true }, at });
  await until("the model server has all streams", () => releases.length === count);
  return streams;
}

export function endStreams(): void {
  for (const release of releases) {
    release();
  }
}

/** A port that another program has. */
export function takenPort(): string {
  return upstreamUrl?.port ?? "";
}
