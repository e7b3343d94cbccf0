import { type ClientRequest, type IncomingMessage, request as requestOf } from "node:http";
import { json } from "node:stream/consumers";

import { sessionSchema } from "../../shared/hubApi/hubAdmin.ts";
import { ApiError, errorStyleOf } from "../http/apiError.ts";
import type { BodyOwner, HubRequest, HubResponse, StreamBody } from "../http/message.ts";
import { maxUnknownBytes } from "../http/requestBody.ts";

/** A client's headers with this prefix are dropped. */
const innerPrefix = "x-hub-inner-";
export const secretHeader = `${innerPrefix}secret`;
const addressHeader = `${innerPrefix}address`;
const idHeader = `${innerPrefix}id`;
const repeatedHeader = `${innerPrefix}repeated`;
const sessionPath = "/hub/admin/v1/session";

/** Headers of one connection (RFC 9110 §7.6.1), and headers about the body's form. */
const connectionHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export interface InnerAddress {
  readonly path: string;
  readonly secret: string;
}

export async function passOn(request: HubRequest, inner: InnerAddress): Promise<HubResponse> {
  try {
    const owner = mayBeLarge(request) ? await ownerOf(request, inner) : undefined;
    const body = await request.body(owner);
    const answer = await send(request, body, inner);
    return {
      status: answer.statusCode ?? 502,
      headers: answerHeaders(answer),
      body: bodyOf(answer),
    };
  } catch (error) {
    const reason = error instanceof ApiError ? error : noAnswer(error);
    return reason.toResponse(errorStyleOf(request), request.id);
  }
}

function mayBeLarge(request: HubRequest): boolean {
  const length = request.header("content-length");
  return length === undefined
    ? request.header("transfer-encoding") !== undefined
    : Number(length) > maxUnknownBytes;
}

/** Who is signed in, which only the first process knows. Of unknown clients no large body is read. */
async function ownerOf(request: HubRequest, inner: InnerAddress): Promise<BodyOwner | undefined> {
  const question = { ...request, method: "GET", path: sessionPath, query: new URLSearchParams() };
  const answer = await send(question, new Uint8Array(), inner);
  const session: unknown = await json(answer);
  return answer.statusCode === 200 ? { tokenId: sessionSchema.parse(session).user.id } : undefined;
}

function send(
  request: HubRequest,
  body: Uint8Array,
  { path: socketPath, secret }: InnerAddress,
): Promise<IncomingMessage> {
  const query = request.query.toString();
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = requestOf({
      socketPath,
      agent: false,
      method: request.method,
      path: query === "" ? request.path : `${request.path}?${query}`,
      signal: request.signal,
      headers: {
        ...withoutConnection(request.headers),
        ...(body.length > 0 && { "content-length": String(body.length) }),
        [secretHeader]: secret,
        [addressHeader]: request.address,
        [idHeader]: request.id,
        [repeatedHeader]: String(request.hasRepeatedHeader === true),
      },
    });
    outgoing.on("response", resolve);
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

export function receivedRequest(request: HubRequest): HubRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => !name.startsWith(innerPrefix) && name !== "connection",
    ),
  );
  return {
    ...request,
    id: request.header(idHeader) ?? request.id,
    address: request.header(addressHeader) ?? "",
    hasRepeatedHeader: request.header(repeatedHeader) === "true",
    header: (name) => (Object.hasOwn(headers, name) ? headers[name] : undefined),
    headers,
  };
}

function withoutConnection(headers: HubRequest["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !connectionHeaders.has(name) && !name.startsWith(innerPrefix),
    ),
  );
}

function answerHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const isOurs =
        value === undefined || (connectionHeaders.has(name) && name !== "content-length");
      return isOurs ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]];
    }),
  );
}

/** Rejects if the answer is cut or the client disconnects. */
function bodyOf(answer: IncomingMessage): StreamBody {
  return async (sink) => {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      if (!sink.write(piece)) {
        await sink.drained();
      }
    }
  };
}

function noAnswer(cause: unknown): ApiError {
  return new ApiError(
    503,
    "The hub cannot work now: its first process does not answer. Try again.",
    {
      code: "hub_unavailable",
      headers: { "retry-after": "5" },
      cause,
    },
  );
}
