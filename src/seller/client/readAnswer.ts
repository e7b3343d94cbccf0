import type { ResponseShape, SellerCall } from "../contract/calls.ts";
import { parsedAnswer } from "../contract/responses.ts";
import { JsonRows } from "../contract/values/jsonRows.ts";
import { type HttpAnswer, wholeText } from "./exchange.ts";
import {
  complaintOf,
  isEmptyList,
  isHtml,
  portalFailure,
  rawOf,
  requestIdOf,
} from "./portalFailure.ts";
import { SellerError, type SellerErrorDetails } from "./sellerError.ts";

/** The specification shows no body of an answer: treat it as hostile data. */
export interface PortalAnswer {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly body: unknown;
  /** Rows of a long list. Prefer them to `body`, which parses all rows at once. */
  readonly rows?: JsonRows;
  readonly raw: string;
  readonly bytes?: number;
  /** The answer may have lost its end without a sign. */
  readonly isPerhapsCut?: boolean;
  readonly headers?: Pick<Headers, "get">;
}

const maxComplaints = 100;

interface ReadOptions {
  readonly now: number;
  readonly secrets: readonly string[];
  readonly onRow?: (() => void) | undefined;
}

/** A write counts as taken by its status, unless the body refuses it outright. */
export function readAnswer(
  { response, isWrite }: SellerCall,
  answer: HttpAnswer,
  { now, secrets, onRow }: ReadOptions,
): PortalAnswer {
  const { status, headers, bytes } = answer;
  const requestId = requestIdOf(headers, secrets);
  const raw = rawOf(answer, secrets);
  if (response === "list" && isEmptyList(answer)) {
    return { status, requestId, body: [], raw };
  }
  requireSuccess(answer, { now, secrets, facts: { status, requestId, raw } });
  const rows = response === "list" ? longListIn(answer, onRow) : undefined;
  if (rows) {
    return {
      status,
      requestId,
      get body() {
        return parsedAnswer(wholeText(answer));
      },
      rows,
      raw,
      bytes,
      headers,
    };
  }
  const body = parsedAnswer(wholeText(answer));
  const complaint = complaintOf(answer, isWrite ? "write" : "read", secrets);
  if (complaint) {
    throw complaint;
  }
  if (body === undefined && isUnread(answer, response)) {
    throw new SellerError("unreadable", { status, requestId, raw });
  }
  const isPerhapsCut = response === "list" && mayLackEnd(answer);
  return { status, requestId, body, raw, bytes, headers, ...(isPerhapsCut && { isPerhapsCut }) };
}

/**
 * True if the body may lack its end: with HTTP/1.0, only the closed connection ends a body (RFC 9112 §6.3), and an
 * empty body may be a lost one.
 */
function mayLackEnd(answer: HttpAnswer): boolean {
  const { status, headers } = answer;
  const isFramed = ["content-length", "transfer-encoding", "content-encoding"].some((name) =>
    headers.has(name),
  );
  if (status === 204 || isFramed || headers.get("connection")?.toLowerCase() !== "close") {
    return false;
  }
  return wholeText(answer).trim() === "";
}

interface Facts {
  readonly now: number;
  readonly secrets: readonly string[];
  readonly facts: Pick<SellerErrorDetails, "status" | "requestId" | "raw">;
}

function requireSuccess(answer: HttpAnswer, { now, secrets, facts }: Facts): void {
  if (Math.floor(answer.status / 100) !== 2) {
    throw portalFailure(answer, now, secrets);
  }
  if (isHtml(answer)) {
    throw new SellerError("notThePortal", { ...facts, mayHaveActed: true });
  }
}

/** True if the body is absent or fully cut, which is not an empty list. */
function isUnread({ status, headers, text }: HttpAnswer, response: ResponseShape): boolean {
  const isNotYet = status === 202 || status === 206 || headers.has("content-encoding");
  return (
    response !== "acknowledgement" && (text.trim() !== "" || (response === "list" && isNotYet))
  );
}

/** A long list. A list of complaints is never this long. */
function longListIn({ long }: HttpAnswer, onRow: ReadOptions["onRow"]): JsonRows | undefined {
  const rows = long && JsonRows.in(long, onRow);
  return rows && rows.count > maxComplaints ? rows : undefined;
}
