import type { IncomingMessage } from "node:http";

import * as z from "zod/mini";

import { ApiError } from "../http/apiError.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";
import { readText, UpstreamFailure } from "./upstreamHttp.ts";

const maxErrorBytes = 1024 * 1024;

/** Headers by which a client decides when to try again. */
const forwardedHeader = /^(?:retry-after(?:-ms)?|x-should-retry|x-ratelimit-.+)$/u;

/**
 * The error answer of an upstream for the client: as it came where it has the OpenAI shape, else in that
 * shape. What the upstream thinks of *our* key, or a redirect, is our failure and not the client's.
 */
export async function relayError(incoming: IncomingMessage, name: string): Promise<HubResponse> {
  const status = incoming.statusCode ?? 502;
  if (status < 400) {
    incoming.destroy();
    throw badGateway(`The upstream "${name}" answered with a redirect, which is not followed.`);
  }
  const text = await readText(incoming, maxErrorBytes);
  if (status === 401 || status === 403) {
    throw badGateway(
      `The upstream "${name}" does not accept the key this hub has for it.`,
      "upstream_auth",
    );
  }
  const body = parse(text);
  const headers = headersOf(incoming);
  const shaped = z.object({ error: z.record(z.string(), z.unknown()) }).safeParse(body);
  if (shaped.success) {
    return jsonResponse(status, body, headers);
  }
  throw new ApiError(status, messageOf(body) ?? `The upstream "${name}" failed (${status}).`, {
    code: status === 404 ? "model_not_found" : "upstream_error",
    headers,
  });
}

/** What a failed call means for the client: 504 for one that took too long, else 502. */
export function failureError(error: unknown, name: string): ApiError {
  const kind = error instanceof UpstreamFailure ? error.kind : "unreachable";
  if (kind === "timeout") {
    return new ApiError(504, `The upstream "${name}" did not answer in time.`, {
      code: "upstream_timeout",
    });
  }
  return kind === "unreachable"
    ? badGateway(`The upstream "${name}" cannot be reached or broke off.`, "upstream_unreachable")
    : badGateway(`The upstream "${name}" does not answer like a model server.`);
}

function badGateway(message: string, code = "upstream_error"): ApiError {
  return new ApiError(502, message, { code });
}

function headersOf(incoming: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === "string" && forwardedHeader.test(name) ? [[name, value]] : [],
    ),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page or plain text: nothing that a client should be shown.
    return undefined;
  }
}

/** The sentence in the shapes of Ollama (`{error: "…"}`), vLLM, FastAPI and others (`{message}`, `{detail}`). */
function messageOf(body: unknown): string | undefined {
  const fields = z.record(z.string(), z.unknown()).safeParse(body);
  const { error, message, detail } = fields.data ?? {};
  return [error, message, detail]
    .find((value): value is string => typeof value === "string")
    ?.slice(0, 2_000);
}
