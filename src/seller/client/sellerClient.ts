import type { Fields } from "../../shared/base/json.ts";
import { parseBaseUrl } from "../../shared/text/baseUrl.ts";
import {
  type ApiCallId,
  type CallInput,
  type SellerCallId,
  sellerCall,
} from "../contract/calls.ts";
import { oneLine, portalWords, wordsText } from "../contract/lists/portalWords.ts";
import { readOrder } from "../contract/lists/readOrder.ts";
import { type PortalRequest, portalRequest } from "../contract/request.ts";
import type { TokenFacts } from "../contract/responses.ts";
import { toolInput } from "../contract/toolSchemas.ts";
import { type RawInput, validateCall } from "../contract/validate.ts";
import type { AccessToken } from "./accessToken.ts";
import { type Attempt, attempted } from "./attempt.ts";
import {
  foreignSeller,
  type Mismatch,
  mismatchesOf,
  type SellerEnvironment,
} from "./environment.ts";
import type { ExchangeDeps, HttpRequest } from "./exchange.ts";
import type { PortalExchange } from "./portalExchange.ts";
import type { PortalCredentials, PortalTokens } from "./portalTokens.ts";
import type { PortalAnswer } from "./readAnswer.ts";
import { SellerError } from "./sellerError.ts";
import { mayRepeat } from "./tokenDoubt.ts";
import { type PortalList, wholeList } from "./wholeList.ts";

export interface SellerClientDeps extends ExchangeDeps {
  readonly environment: SellerEnvironment;
  readonly credentials: () => Promise<
    Pick<PortalCredentials, "clientId" | "clientSecret"> | undefined
  >;
  readonly tokens: PortalTokens;
  readonly userAgent?: string;
  /** Receives every call except the token's own: see `tokenExchange`. */
  readonly observe?: (exchange: PortalExchange) => void;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onRow?: () => void;
}

interface Sending {
  readonly credentials: PortalCredentials;
  readonly signal: AbortSignal;
  readonly onRow: CallOptions["onRow"];
  readonly refused?: AccessToken;
}

interface ListOptions extends CallOptions {
  readonly onProgress?: (read: number, total: number | undefined) => void;
  /** If set, receives each entry, and the returned list is empty. */
  readonly onEntry?: (entry: Fields) => void;
}

/** `mismatches` are the reasons why the token may not write here. */
export interface Access {
  readonly facts: TokenFacts;
  readonly expiresAt: number | undefined;
  readonly mismatches: readonly Mismatch[];
}

export const listCallIds = [
  "listProducts",
  "listStock",
  "listPrices",
  "listDeliveryTerms",
  "listMinimumOrders",
] as const satisfies readonly ApiCallId[];

export type ListCallId = (typeof listCallIds)[number];

export function isListCall(id: SellerCallId): id is ListCallId {
  return listCallIds.some((list) => list === id);
}

/**
 * Every failure is a `SellerError`. A call with a doubtful token (`tokenDoubt`) is repeated once with a new token, if
 * it was surely not done.
 */
export class SellerClient {
  readonly #deps: SellerClientDeps;
  readonly #baseUrl: string;

  constructor(deps: SellerClientDeps) {
    const address = parseBaseUrl(deps.environment.baseUrl);
    if (!address.ok) {
      throw new SellerError("address");
    }
    this.#deps = deps;
    this.#baseUrl = address.baseUrl;
  }

  /**
   * Returns the exact request for approval. Throws `invalid` for input with errors, `mismatch` for another seller's
   * write.
   */
  prepare(id: ApiCallId, input: RawInput): PortalRequest {
    const validated = validateCall(id, input);
    if (!validated.input) {
      throw new SellerError("invalid", { problems: validated.errors });
    }
    const mismatches = foreignSeller(id, validated.input, this.#deps.environment);
    if (mismatches.length > 0) {
      throw new SellerError("mismatch", { mismatches });
    }
    return portalRequest(this.#baseUrl, id, validated.input);
  }

  /** Sends a prepared request byte for byte. */
  async send(request: PortalRequest, { signal, onRow }: CallOptions): Promise<PortalAnswer> {
    if (!request.url.startsWith(`${this.#baseUrl}/`)) {
      throw new SellerError("address", { notSent: true });
    }
    const credentials = await this.#credentials();
    const token = await this.#token(credentials, { signal });
    const sending = { credentials, signal, onRow };
    const first = await this.#attempt(request, token, sending);
    const { doubt } = first;
    const isVain = doubt !== "refused" && token.doubtedInVain.has(request.call);
    if (doubt === undefined || isVain || !mayRepeat(sellerCall(request.call), doubt)) {
      return first.read();
    }
    try {
      const renewed = await this.#token(credentials, { signal, refused: token });
      const second = await this.#attempt(request, renewed, { ...sending, refused: token });
      if (second.doubt !== undefined) {
        renewed.doubtedInVain.add(request.call);
      }
      return second.read();
    } catch (error) {
      const isUnsent = error instanceof SellerError && error.details.notSent === true;
      // If the repetition was not sent, the first attempt may still have been done.
      if (doubt === "signIn" && isUnsent) {
        return first.read();
      }
      throw error;
    }
  }

  async call<Id extends ApiCallId>(
    id: Id,
    input: CallInput<Id>,
    options: CallOptions,
  ): Promise<PortalAnswer> {
    return await this.send(this.prepare(id, input), options);
  }

  async list(id: ListCallId, options: ListOptions): Promise<PortalList> {
    const input = toolInput(id, {}, this.#deps.environment);
    return await this.readAll(this.prepare(id, input), options);
  }

  async readAll(request: PortalRequest, options: ListOptions): Promise<PortalList> {
    const send = (page: PortalRequest): Promise<PortalAnswer> => this.send(page, options);
    const choice = isListCall(request.call)
      ? this.#deps.environment.lists?.[request.call]
      : undefined;
    return await wholeList(request, send, { ...options, choice });
  }

  async listAnswer(id: ListCallId, options: CallOptions): Promise<unknown> {
    const request = this.prepare(id, toolInput(id, {}, this.#deps.environment));
    return (await this.send(request, options)).body;
  }

  async getOrder(numeroPedido: number, options: CallOptions): Promise<Fields | undefined> {
    try {
      return await this.requireOrder(numeroPedido, options);
    } catch (error) {
      if (error instanceof SellerError && error.kind === "notFound") {
        return undefined;
      }
      throw error;
    }
  }

  /** Throws `otherRecord` if the answer lacks this order. */
  async requireOrder(numeroPedido: number, options: CallOptions): Promise<Fields> {
    const answer = await this.call("getOrder", { parameters: { numeroPedido } }, options);
    const order = readOrder(answer.body, numeroPedido);
    if (!order) {
      const { status, requestId, raw } = answer;
      const detail = oneLine(wordsText(portalWords(answer.body)));
      const asked = numeroPedido;
      throw new SellerError("otherRecord", { status, requestId, raw, detail, asked });
    }
    return order;
  }

  async checkAccess({ signal }: CallOptions): Promise<Access> {
    const token = await this.#deps.tokens.get(await this.#credentials(), { signal });
    return {
      facts: token.facts,
      expiresAt: token.expiresAt,
      mismatches: mismatchesOf(token.facts, this.#deps.environment),
    };
  }

  async tokenExchange(): Promise<PortalExchange | undefined> {
    const { credentials, tokens } = this.#deps;
    const known = await credentials().catch(() => undefined);
    return known && tokens.exchangeOf({ clientId: known.clientId, baseUrl: this.#baseUrl });
  }

  /** The token. If the token call failed, the call that needs the token was not sent. */
  async #token(
    credentials: PortalCredentials,
    options: { readonly signal: AbortSignal; readonly refused?: AccessToken },
  ): Promise<AccessToken> {
    try {
      return await this.#deps.tokens.get(credentials, options);
    } catch (error) {
      throw error instanceof SellerError
        ? new SellerError(error.kind, {
            ...error.details,
            mayHaveActed: false,
            notSent: true,
            cause: error,
          })
        : error;
    }
  }

  async #credentials(): Promise<PortalCredentials> {
    const { credentials } = this.#deps;
    const known = await credentials().catch(() => {
      throw new SellerError("secretStore", { notSent: true });
    });
    if (!known || known.clientId === "" || known.clientSecret === "") {
      throw new SellerError("noCredentials", { notSent: true });
    }
    return { ...known, baseUrl: this.#baseUrl };
  }

  async #attempt(
    request: PortalRequest,
    token: AccessToken,
    { credentials, signal, onRow, refused = token }: Sending,
  ): Promise<Attempt> {
    const mismatches = mismatchesOf(token.facts, this.#deps.environment);
    if (sellerCall(request.call).isWrite && mismatches.length > 0) {
      throw new SellerError("mismatch", { mismatches, notSent: true });
    }
    const secrets = [token.reveal(), refused.reveal(), credentials.clientSecret];
    const http = this.#httpRequest(request, token);
    return await attempted(this.#deps, { request, http, secrets, onRow }, signal);
  }

  #httpRequest({ method, url, body }: PortalRequest, token: AccessToken): HttpRequest {
    const { userAgent } = this.#deps;
    return {
      url,
      method,
      headers: {
        Accept: "application/json",
        Authorization: `Bearer ${token.reveal()}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(userAgent !== undefined && { "User-Agent": userAgent }),
      },
      ...(body !== undefined && { body }),
    };
  }
}
