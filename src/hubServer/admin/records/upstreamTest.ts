import type { Clock } from "../../../shared/base/clock.ts";
import { parseJson } from "../../formats/base/jsonText.ts";
import { readModelList } from "../../upstream/modelList.ts";
import type { UpstreamConfig } from "../../upstream/upstreamConfig.ts";
import { addressOf, callUpstream, readText, UpstreamFailure } from "../../upstream/upstreamHttp.ts";

export interface UpstreamTest {
  readonly models: number;
  readonly latencyMs: number;
  readonly problem?: string;
}

const timeoutMs = 5_000;
const maxBytes = 16 * 1024 * 1024;

interface TestDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export async function testUpstream(
  upstream: UpstreamConfig,
  deps: TestDeps,
): Promise<UpstreamTest> {
  const startedAt = deps.clock.now();
  const bare = upstream.url.href.replace(/\/+$/u, "");
  const bases = /\/v\d+\w*$/u.test(bare) ? [bare] : [`${bare}/v1`, bare];
  let problem = "";
  for (const base of bases) {
    const result = await ask(new URL(`${base}/models`), upstream, deps);
    if (typeof result === "number") {
      return { models: result, latencyMs: deps.clock.now() - startedAt };
    }
    problem ||= result;
  }
  return { models: 0, latencyMs: deps.clock.now() - startedAt, problem };
}

async function ask(
  url: URL,
  { key, format }: UpstreamConfig,
  { clock, signal }: TestDeps,
): Promise<number | string> {
  try {
    const incoming = await callUpstream(
      {
        address: addressOf(url),
        method: "GET",
        headers: {
          "accept-encoding": "identity",
          "user-agent": "ai-hub",
          ...(format === "anthropic" && { "anthropic-version": "2023-06-01" }),
          ...(key !== undefined &&
            (format === "anthropic" ? { "x-api-key": key } : { authorization: `Bearer ${key}` })),
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        timeoutMs,
      },
      clock,
    );
    const text = await readText(incoming, maxBytes);
    return incoming.statusCode === 200
      ? (countModels(text) ?? notAModelServer(url))
      : refusal(incoming.statusCode ?? 0, url);
  } catch (error) {
    const kind = error instanceof UpstreamFailure ? error.kind : "unreachable";
    if (kind === "unknownEncoding") {
      return `What answers at ${url.href} is compressed in a way this hub cannot read.`;
    }
    return kind === "notAModelServer"
      ? notAModelServer(url)
      : `Nothing answers at ${url.origin}${kind === "timeout" ? " in time" : ""}: ` +
          "check the address, and that the server runs.";
  }
}

function countModels(text: string): number | undefined {
  try {
    return readModelList(parseJson(text), "")?.length;
  } catch {
    // Most likely a web page.
    return undefined;
  }
}

function refusal(status: number, url: URL): string {
  if (status === 401 || status === 403) {
    return `${url.origin} does not accept the key (${status}): check where the key comes from.`;
  }
  return status >= 300 && status < 400
    ? `${url.origin} sends one elsewhere (${status}): give the address that it names.`
    : `${url.href} answers with ${status}: check the path of the address.`;
}

function notAModelServer(url: URL): string {
  return `What answers at ${url.href} is not a list of models: check the path of the address.`;
}
