import type { BodySink } from "../../shared/base/bodySink.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { pause } from "../../shared/base/waiting.ts";
import type { SellerRequest, SellerResponse } from "../http/message.ts";
import { expiredToken, PortalError } from "../http/portalError.ts";
import type { Fault } from "./fault.ts";

interface FaultTarget {
  readonly request: SellerRequest;
  readonly clock: Clock;
  /** If false, `expired-token` does not apply. */
  readonly needsToken: boolean;
  readonly isList: boolean;
}

export async function withFaults(
  faults: readonly Fault[],
  target: FaultTarget,
  work: () => Promise<SellerResponse>,
): Promise<SellerResponse> {
  for (const fault of faults) {
    const early = await before(fault, target);
    if (early) {
      return early;
    }
  }
  let response = await work();
  for (const fault of faults) {
    response = after(fault, target, response);
  }
  return response;
}

/** The returned answer replaces the call's own. */
async function before(fault: Fault, target: FaultTarget): Promise<SellerResponse | undefined> {
  switch (fault.kind) {
    case "delay":
      await received(target.request);
      await hold(target, fault.ms);
      return undefined;
    case "429":
      throw new PortalError(429, "LIMITE_EXCEDIDO", "Muitas requisições. Tente mais tarde.", {
        headers: { "retry-after": String(fault.retryAfterS) },
      });
    case "500":
      throw new PortalError(500, "ERRO_INTERNO", "Ocorreu um erro interno no portal.");
    case "expired-token":
      if (target.needsToken) {
        throw expiredToken();
      }
      return undefined;
    case "html":
      return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: html };
    default:
      return undefined;
  }
}

/** Reads the body now, so that the call can run even if its client disconnects. */
async function received(request: SellerRequest): Promise<void> {
  // The call itself refuses a body that cannot be read.
  await request.body().catch(() => undefined);
}

function after(fault: Fault, target: FaultTarget, response: SellerResponse): SellerResponse {
  switch (fault.kind) {
    case "drop-after-write":
      return {
        ...response,
        body: () => Promise.reject(new Error("sandbox fault: drop-after-write")),
      };
    case "empty":
      return { ...response, body: "" };
    case "slow-list":
      return target.isList && response.status === 200
        ? { ...response, body: slowly(response.body, fault.ms, target) }
        : response;
    default:
      return response;
  }
}

const slowPieces = 20;

function slowly(
  body: SellerResponse["body"],
  ms: number,
  target: FaultTarget,
): SellerResponse["body"] {
  if (typeof body === "function") {
    return body;
  }
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.length / slowPieces));
  return async (sink: BodySink) => {
    for (let start = 0; start < bytes.length && !target.request.signal.aborted; start += size) {
      await hold(target, ms);
      if (!sink.write(bytes.subarray(start, start + size))) {
        await sink.drained();
      }
    }
  };
}

/** Waits; ends early if the client disconnects. A write still runs, as at a server that does not notice. */
async function hold({ clock, request }: FaultTarget, ms: number): Promise<void> {
  await pause(clock, ms, request.signal);
}

const html = `<!DOCTYPE html>
<html lang="pt-BR"><head><title>Portal em manutenção</title></head>
<body><h1>Portal em manutenção</h1><p>Voltamos em alguns minutos.</p></body></html>
`;
