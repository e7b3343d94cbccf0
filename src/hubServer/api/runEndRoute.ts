import { runEnds, type RunEndKind } from "../../shared/hubApi/runEnds.ts";
import type { Caller } from "../auth/caller.ts";
import { readRun } from "../governance/budgets/runCap.ts";
import type { RunEnds } from "../governance/runEnds.ts";
import { ApiError } from "../http/apiError.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "../http/message.ts";
import { parseObject } from "../models/jsonBody.ts";

const maxBytes = 4_096;

export async function runEndRoute(
  request: HubRequest,
  caller: Caller,
  ends: Pick<RunEnds, "note">,
): Promise<HubResponse> {
  const run = readRun(request.header("x-hub-run") ?? "", undefined);
  const body = await request.body(caller);
  const outcome = body.length > maxBytes ? undefined : outcomeOf(parseObject(body).fields);
  if (!run || !outcome) {
    throw new ApiError(400, `"outcome" must be one of ${runEnds.join(", ")}.`, {
      code: "invalid_run",
      param: "outcome",
    });
  }
  await ends.note(caller, {
    requestId: request.id,
    runId: run.id,
    outcome,
    app: request.header("x-hub-app"),
  });
  return jsonResponse(200, { object: "run_end", outcome });
}

function outcomeOf(fields: Readonly<Record<string, unknown>>): RunEndKind | undefined {
  return runEnds.find((one) => one === fields["outcome"]);
}
