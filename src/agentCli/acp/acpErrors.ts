import { RequestError } from "@agentclientprotocol/sdk";

import { HubError, toFailure } from "../../hub/errors/hubError.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import { UsageError } from "../../sharedNode/flags.ts";
import { failureLine, TokenError } from "../run/hubAccess.ts";
import { ProgramError } from "../run/programError.ts";

/** One sentence for an editor. Faults of this program get a general sentence. */
export function requestErrorOf(error: unknown, baseUrl: string): RequestError {
  if (error instanceof RequestError) {
    return error;
  }
  if (error instanceof TokenError) {
    return RequestError.authRequired(undefined, error.message);
  }
  if (error instanceof HubError) {
    const line = failureLine(error, baseUrl);
    return error.kind.startsWith("auth_")
      ? RequestError.authRequired(undefined, line)
      : RequestError.internalError(undefined, line);
  }
  const failure = toFailure(error);
  if (failure.kind === "storage") {
    return RequestError.internalError(undefined, describeFailure(failure, "en").headline);
  }
  if (error instanceof UsageError) {
    return RequestError.invalidParams(undefined, error.message);
  }
  return RequestError.internalError(
    undefined,
    error instanceof ProgramError ? error.message : "A fault of this program.",
  );
}
