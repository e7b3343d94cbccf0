import { type ApiCallId, type CallInput, sellerCall } from "../seller/contract/calls.ts";
import { problemText } from "../seller/contract/problems.ts";
import { validateCall } from "../seller/contract/validate.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { AccessTokens } from "./auth/accessToken.ts";
import { issueToken, tokenPath } from "./auth/tokenEndpoint.ts";
import type { CallContext, Handlers } from "./calls/handler.ts";
import { handlers } from "./calls/handlers.ts";
import { parseFaults } from "./faults/fault.ts";
import { faultsPath, switchFaults } from "./faults/faultRoutes.ts";
import type { FaultSwitch } from "./faults/faultSwitch.ts";
import { withFaults } from "./faults/withFaults.ts";
import { findCall, readParameters, wrongMethod } from "./http/findCall.ts";
import {
  jsonTextResponse,
  type SellerApp,
  type SellerRequest,
  type SellerResponse,
} from "./http/message.ts";
import { invalidFields, PortalError } from "./http/portalError.ts";
import { expectNoBody, readJson } from "./http/readBody.ts";
import type { SandboxDatabase } from "./store/database.ts";

interface SellerAppDeps {
  readonly db: SandboxDatabase;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  readonly faults: FaultSwitch;
  /** Called for unexpected errors; the client gets a 500 without details. */
  readonly onError: (error: unknown) => void;
}

export function createSellerApp(deps: SellerAppDeps): SellerApp {
  return async (request) => {
    const response = await answer(request, deps).catch((error: unknown) =>
      errorResponse(error, request, deps),
    );
    return { ...response, headers: { ...response.headers, "x-request-id": request.id } };
  };
}

async function answer(request: SellerRequest, deps: SellerAppDeps): Promise<SellerResponse> {
  const { path } = request;
  const { clock, tokens, faults } = deps;
  if (path === faultsPath) {
    tokens.check(request.header("authorization"), clock.now());
    return switchFaults(request, faults);
  }
  const asked = request.header("x-sandbox-fault");
  const isToken = path === tokenPath;
  return withFaults(
    asked === undefined ? faults.take(path) : parseFaults(asked),
    { request, clock, needsToken: !isToken, isList: path.endsWith("/buscar") },
    () => (isToken ? token(request, deps) : call(request, deps)),
  );
}

function token(
  request: SellerRequest,
  { db, tokens, clock }: SellerAppDeps,
): Promise<SellerResponse> {
  if (request.method !== "POST") {
    throw wrongMethod(request.method, ["POST"]);
  }
  return issueToken(request, { db, tokens, nowMs: clock.now() });
}

async function call(
  request: SellerRequest,
  { db, tokens, clock }: SellerAppDeps,
): Promise<SellerResponse> {
  const match = findCall(request);
  const codigoSeller = tokens.check(request.header("authorization"), clock.now());
  const parameters = readParameters(match, request.query, codigoSeller);
  const body = await readBody(match.id, request);
  const input = validInput(match.id, { parameters, body });
  const context = { db, codigoSeller, now: new Date(clock.now()) };
  return jsonTextResponse(200, invoke(match.id, input, context));
}

async function readBody(id: ApiCallId, request: SellerRequest): Promise<unknown> {
  if (sellerCall(id).body) {
    return readJson(request);
  }
  await expectNoBody(request);
  return undefined;
}

/** Contract warnings that the sandbox refuses: a real portal would hardly accept such values. */
const refusedReadings: ReadonlySet<string> = new Set([
  "negative",
  "blankText",
  "manyPriceDecimals",
  "notAWebAddress",
]);

function validInput<Id extends ApiCallId>(
  id: Id,
  raw: { readonly parameters: unknown; readonly body: unknown },
): CallInput<Id> {
  const { errors, warnings, input } = validateCall(id, raw);
  const problems = [...errors, ...warnings.filter(({ code }) => refusedReadings.has(code))];
  if (problems.length > 0 || !input) {
    throw invalidFields(
      problems.slice(0, 50).map((problem) => ({
        campo: problem.path || "(corpo)",
        mensagem: problemText(problem, "ptBr"),
      })),
    );
  }
  return input;
}

/** Every call is one transaction, because even reading an order may change its status. */
function invoke<Id extends ApiCallId>(id: Id, input: CallInput<Id>, context: CallContext): string {
  const handler: Handlers<ApiCallId>[Id] = handlers[id];
  return context.db.transaction(() => handler(input, context));
}

function errorResponse(
  error: unknown,
  request: SellerRequest,
  { onError }: SellerAppDeps,
): SellerResponse {
  if (error instanceof PortalError) {
    return error.toResponse(request.id);
  }
  onError(error);
  const hidden = new PortalError(500, "ERRO_INTERNO", "Ocorreu um erro interno no portal.");
  return hidden.toResponse(request.id);
}
