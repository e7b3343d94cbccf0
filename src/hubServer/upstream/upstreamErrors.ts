import type { IncomingMessage } from "node:http";

import { isRecord } from "../../shared/base/json.ts";
import { fieldsOf, parseFields, stringOf } from "../formats/base/fields.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import { ApiError } from "../http/apiError.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";
import { readText, UpstreamFailure } from "./upstreamHttp.ts";

const maxErrorBytes = 1024 * 1024;
const maxMessageLength = 2_000;

const forwardedHeader =
  /^(?:retry-after(?:-ms)?|x-should-retry|x-ratelimit-.+|anthropic-ratelimit-.+)$/u;

/** If the upstream refuses *our* key or redirects, the hub failed (502). */
export async function relayError(
  incoming: IncomingMessage,
  name: string,
  format: ChatFormat,
): Promise<HubResponse> {
  const status = incoming.statusCode ?? 502;
  if (status < 400) {
    incoming.destroy();
    throw badGateway(`The upstream "${name}" answered with a redirect, which is not followed.`);
  }
  const text = await errorText(incoming);
  if (status === 401 || status === 403) {
    throw badGateway(
      `The upstream "${name}" does not accept the key this hub has for it.`,
      "upstream_auth",
    );
  }
  const body = parseFields(text) ?? {};
  const headers = headersOf(incoming);
  const { error } = body;
  if (isRecord(error) && (body["type"] === "error") === (format === "anthropic")) {
    return jsonResponse(status, body, headers);
  }
  const { message, code } = fieldsOf(error);
  throw new ApiError(
    status,
    firstText(message, error, body["message"], body["detail"]) ??
      `The upstream "${name}" failed (${status}).`,
    {
      code: stringOf(code) ?? (status === 404 ? "model_not_found" : "upstream_error"),
      headers,
    },
  );
}

/** Finds an error in a body with a successful status. */
export function toldError(bytes: Uint8Array): ApiError | undefined {
  const { error } = parseFields(new TextDecoder().decode(bytes)) ?? {};
  const message = firstText(fieldsOf(error)["message"], error);
  return message === undefined ? undefined : badGateway(message);
}

async function errorText(incoming: IncomingMessage): Promise<string> {
  try {
    return await readText(incoming, maxErrorBytes);
  } catch (error) {
    if (error instanceof UpstreamFailure && error.kind === "unknownEncoding") {
      return "";
    }
    throw error;
  }
}

export function failureError(error: unknown, name: string): ApiError {
  if (error instanceof ApiError) {
    return error;
  }
  const kind = error instanceof UpstreamFailure ? error.kind : "unreachable";
  if (kind === "timeout") {
    return new ApiError(504, `The upstream "${name}" did not answer in time.`, {
      code: "upstream_timeout",
    });
  }
  if (kind === "unknownEncoding") {
    return badGateway(
      `The upstream "${name}" compresses its answers in a way this hub cannot read.`,
    );
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

/** Reads messages of Ollama (`{error}`), vLLM, FastAPI and others. */
function firstText(...candidates: readonly unknown[]): string | undefined {
  return candidates.find((value) => typeof value === "string")?.slice(0, maxMessageLength);
}
