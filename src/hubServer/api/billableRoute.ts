import { AnswerProtection } from "../answers/guardedAnswer.ts";
import type { Caller } from "../auth/caller.ts";
import type { Admission, BillableCall } from "../governance/budgets/admission.ts";
import { readRun } from "../governance/budgets/runCap.ts";
import { inHouseFailed } from "../governance/policy/denials.ts";
import { ApiError } from "../http/apiError.ts";
import { headerText } from "../http/headerText.ts";
import type { HubRequest, HubResponse, StreamBody } from "../http/message.ts";
import { withKeepAlive } from "../models/keepAlive.ts";
import type { CallContext } from "../models/modelSource.ts";
import { Account } from "./account.ts";
import type { ApiDeps } from "./apiDeps.ts";
import { ClientPresence, type ReadsOn } from "./clientPresence.ts";

export type CallFacts = Omit<
  BillableCall,
  "caller" | "requestId" | "sessionId" | "run" | "app" | "userAgent" | "staysInHouse"
>;

type RunAdmitted = (admission: Admission, context: CallContext) => Promise<HubResponse>;

interface Billable {
  readonly request: HubRequest;
  readonly caller: Caller;
  readonly facts: CallFacts;
  readonly isStream: boolean;
  readonly readsOn: ReadsOn;
}

/** Settles the call exactly once. A refused call reaches no model. */
export async function serveBillable(
  { request, caller, facts, isStream, readsOn }: Billable,
  deps: ApiDeps,
  run: RunAdmitted,
): Promise<HubResponse> {
  const sessionId = sessionOf(request);
  const agentRun = readRun(request.header("x-hub-run"), request.header("x-hub-run-limit"));
  const admission = await deps.governance.admit({
    ...facts,
    caller,
    requestId: request.id,
    ...(sessionId !== undefined && { sessionId }),
    ...(agentRun && { run: agentRun }),
    app: request.header("x-hub-app"),
    userAgent: request.header("user-agent"),
    staysInHouse: (request.header("x-hub-routed") ?? "") !== "",
  });
  const account = new Account(admission, isStream);
  const { id: requestId, signal: client } = request;
  const presence = new ClientPresence({ requestId, client, account, readsOn }, deps);
  const { signal } = presence;
  try {
    const readElsewhere = deps.bodies.answersTo({ owner: caller.tokenId, signal });
    const hold = holdWith(request, account);
    const conversation = agentRun?.id ?? sessionId;
    const protection = protectionOf(admission, facts, deps);
    const given = await withinHouse(admission, () =>
      run(admission, {
        requestId,
        signal,
        tap: account,
        attempts: account,
        ...(conversation !== undefined && { conversation }),
        readElsewhere,
        hold,
      }),
    );
    const response = protection ? await protection.guard(given) : given;
    const headers = {
      ...admission.headers,
      "x-hub-model": headerText(admission.inHouse ?? facts.model),
      ...response.headers,
    };
    const answer = await settled({ ...response, headers }, account, {
      ...deps,
      tellsCost: agentRun !== undefined,
    });
    const { body } = answer;
    if (typeof body === "function") {
      return { ...answer, body: presence.reading(body) };
    }
    presence.end();
    return answer;
  } catch (error) {
    presence.end();
    await account.settle(error instanceof ApiError ? error.status : 500);
    throw error;
  }
}

/** Undefined if the profile asks for nothing in answers. */
function protectionOf(
  { answers }: Admission,
  { fields, held, format }: CallFacts,
  { clock }: Pick<ApiDeps, "clock">,
): AnswerProtection | undefined {
  const request = { fields, ...(held && { held }) };
  return answers && format !== "embeddings"
    ? new AnswerProtection({ request, format, order: answers, clock })
    : undefined;
}

/** If the model in house fails, the answer is that of a block: no other model may get the request. */
async function withinHouse(
  { inHouse, headers }: Admission,
  run: () => Promise<HubResponse>,
): Promise<HubResponse> {
  if (inHouse === undefined) {
    return run();
  }
  try {
    const response = await run();
    if (response.status >= 500) {
      throw new ApiError(response.status, "The model in house failed.");
    }
    return response;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) {
      throw inHouseFailed(inHouse, headers, error);
    }
    throw error;
  }
}

/** Counts the bytes of an answer in memory. An answer that does not fit is billed too. */
function holdWith({ hold }: HubRequest, account: Account): (bytes: number) => void {
  return (bytes) => {
    try {
      hold?.(bytes);
    } catch (error) {
      account.assumeAll();
      throw error;
    }
  };
}

async function settled(
  response: HubResponse,
  account: Account,
  { clock, tellsCost }: Pick<ApiDeps, "clock"> & { readonly tellsCost: boolean },
): Promise<HubResponse> {
  const { body, headers, status } = response;
  if (typeof body !== "function") {
    const { cost, saved } = await account.settle(status);
    const told = { "x-hub-cost": cost, ...(saved !== undefined && { "x-hub-saved": saved }) };
    return { ...response, headers: { ...headers, ...told } };
  }
  const isEventStream = headers["content-type"]?.startsWith("text/event-stream") === true;
  const whole = settlingBody(body, account, { status, tellsCost: tellsCost && isEventStream });
  return { ...response, body: isEventStream ? withKeepAlive(whole, clock) : whole };
}

/** `tellsCost`: appends a comment with the cost. */
function settlingBody(
  body: StreamBody,
  account: Account,
  { status, tellsCost }: { readonly status: number; readonly tellsCost: boolean },
): StreamBody {
  return async (sink) => {
    try {
      await body(sink);
    } catch (error) {
      account.fail();
      await account.settle(status);
      throw error;
    }
    const { cost, saved } = await account.settle(status);
    if (tellsCost) {
      const savedLine = saved === undefined ? "" : `: hub-saved ${saved}\n`;
      sink.write(`${savedLine}: hub-cost ${cost}\n\n`);
    }
  };
}

/** Claude Code, opencode and Codex send a session's id. */
function sessionOf(request: HubRequest): string | undefined {
  const id =
    request.header("x-claude-code-session-id") ??
    request.header("x-session-id") ??
    request.header("session-id");
  return id === undefined || id === "" ? undefined : id.slice(0, 200);
}
