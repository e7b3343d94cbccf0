import type { SellerEnvironment } from "../../../src/seller/client/environment.ts";
import { PortalTokens, type TokenCache } from "../../../src/seller/client/portalTokens.ts";
import { SellerClient } from "../../../src/seller/client/sellerClient.ts";
import { SellerError } from "../../../src/seller/client/sellerError.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import {
  FaultServer,
  type RecordedRequest,
  type Step,
} from "../../support/faultServer/faultServer.ts";
import { ok, write } from "../../support/faultServer/steps.ts";

export const clientSecret = "CANARY-secret-ß&=+ 0123456789";
export const tokenPath = "/sgi-api/oauth/token";

type Answer = (request: RecordedRequest, attempt: number) => readonly Step[];

/** A portal whose answers a test sets, on the loopback, and clients of it that share tokens and a clock. */
export class Portal implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly server: FaultServer;
  readonly tokens: PortalTokens;
  /** What the token's answer says, over what the specification shows. */
  tokenFields: Readonly<Record<string, unknown>> = {};
  token: Answer | undefined;
  answer: Answer = () => json({});
  /** Called when a token call waits because the portal asked for it. */
  onWait: (ms: number) => void = () => undefined;
  #issued = 0;

  private constructor(server: FaultServer, cache?: TokenCache) {
    this.server = server;
    this.tokens = new PortalTokens({
      fetch,
      clock: this.clock,
      onWait: (ms) => this.onWait(ms),
      ...(cache && { cache }),
    });
    server.answer((request) => {
      const isToken = request.path === tokenPath;
      const attempt = (isToken ? this.tokenRequests : this.calls).length;
      return isToken
        ? (this.token ?? (() => json(this.tokenBody())))(request, attempt)
        : this.answer(request, attempt);
    });
  }

  static async start(cache?: TokenCache): Promise<Portal> {
    return new Portal(await FaultServer.start(), cache);
  }

  get tokenRequests(): readonly RecordedRequest[] {
    return this.server.requests.filter(({ path }) => path === tokenPath);
  }

  get calls(): readonly RecordedRequest[] {
    return this.server.requests.filter(({ path }) => path !== tokenPath);
  }

  client(environment: Partial<SellerEnvironment> = {}): SellerClient {
    return new SellerClient({
      environment: {
        name: "Sandbox",
        kind: "sandbox",
        baseUrl: this.server.url,
        codigoSeller: 1001,
        codigoUsuario: 7,
        ...environment,
      },
      credentials: () => Promise.resolve({ clientId: "client-1", clientSecret }),
      tokens: this.tokens,
      fetch,
      clock: this.clock,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }

  tokenBody(): object {
    this.#issued += 1;
    return {
      access_token: `CANARY-token-${this.#issued}-abcdefghijklmnop`,
      token_type: "bearer",
      expires_in: 86_399,
      scope: "read write",
      codigoSeller: 1001,
      ambiente: "HML",
      ...this.tokenFields,
    };
  }
}

export function json(body: unknown, status = 200, headers = {}): readonly Step[] {
  return [
    { do: "head", status, headers: { "content-type": "application/json", ...headers } },
    write(JSON.stringify(body)),
    { do: "end" },
  ];
}

export function html(): readonly Step[] {
  return ok("<!doctype html><title>Login</title>", { "content-type": "text/html" });
}

/** An answer that never comes, and when it was asked for. */
export function stalled(): { readonly asked: Promise<void>; readonly answer: Answer } {
  let noteAsked: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    noteAsked = resolve;
  });
  return {
    asked,
    answer() {
      noteAsked?.();
      return [{ do: "stall" }];
    },
  };
}

export const never = new AbortController().signal;

/** What a call that must fail was rejected with. */
export async function failureOf(work: Promise<unknown>): Promise<SellerError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SellerError)) {
    throw new TypeError("The call was expected to fail with a SellerError", { cause: error });
  }
  return error;
}
