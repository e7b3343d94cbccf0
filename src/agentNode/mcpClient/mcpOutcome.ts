import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";

import type { CallOutcome } from "../../agent/mcpClient/mcpTool.ts";
import { codeOf } from "../../shared/base/errorCode.ts";
import { ownCodes } from "./mcpMessageLines.ts";

const requestTimeout: number = ErrorCode.RequestTimeout;
const refusedCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** A call that the server may have executed is `unknown`. */
export function outcomeOf(error: unknown, isOpen: boolean): CallOutcome {
  if (error instanceof StreamableHTTPError) {
    const isRefused = error.code !== undefined && error.code >= 400 && error.code < 500;
    return isRefused
      ? { kind: "notSent", reason: `It answered with the status ${error.code}.` }
      : { kind: "unknown", reason: "It failed while it answered." };
  }
  if (!(error instanceof McpError)) {
    return isNotSent(error)
      ? { kind: "notSent", reason: "It cannot be reached." }
      : { kind: "unknown", reason: "The connection broke before the answer." };
  }
  const code: number = error.code;
  if (code === ownCodes.unanswered || !isOpen) {
    return { kind: "unknown", reason: "It ended before it answered." };
  }
  if (code === requestTimeout) {
    return { kind: "unknown", reason: "It did not answer in time." };
  }
  if (code === ownCodes.tooLarge) {
    return { kind: "unknown", reason: "It answered with more than 16 MB, which are not shown." };
  }
  const content = [{ type: "text", text: error.message }];
  return { kind: "answered", result: { isError: true, content } };
}

function isNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = codeOf(cause);
  const isEnded = error instanceof Error && error.message === "The server has ended.";
  return isEnded || (code !== undefined && refusedCodes.has(code));
}
