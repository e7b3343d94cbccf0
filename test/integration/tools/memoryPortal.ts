import { PortalTokens } from "../../../src/seller/client/portalTokens.ts";
import { SellerClient } from "../../../src/seller/client/sellerClient.ts";
import { FakeClock } from "../../support/fakeClock.ts";

export type Fault =
  | "none"
  /** The write was done and its answer is lost. */
  | "lostAfter"
  /** The connection broke before anything was done, which the client cannot know. */
  | "lostBefore"
  | "serverError"
  | "conflict"
  | "rateLimited"
  | "webPage"
  /** The token is refused once, before anything is done. */
  | "tokenExpired";

interface WireWrite {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** A portal inside the process, for thousands of runs; each write meets the next fault. */
export class MemoryPortal {
  /** What the portal has done or may have done. */
  readonly writes: WireWrite[] = [];
  readonly #faults: Fault[];

  constructor(faults: readonly Fault[]) {
    this.#faults = [...faults];
  }

  client(): SellerClient {
    const clock = new FakeClock();
    const fetch: typeof globalThis.fetch = (url, init) =>
      // The client gives both as text.
      this.#answer(url as string, init as { readonly method: string; readonly body?: string });
    return new SellerClient({
      environment: {
        name: "Loja",
        kind: "sandbox",
        baseUrl: "https://portal.test",
        codigoSeller: 1001,
        codigoUsuario: 7,
      },
      credentials: () => Promise.resolve({ clientId: "id", clientSecret: "secret" }),
      tokens: new PortalTokens({ fetch, clock }),
      fetch,
      clock,
    });
  }

  async #answer(
    url: string,
    { method, body }: { readonly method: string; readonly body?: string },
  ): Promise<Response> {
    await Promise.resolve();
    if (url.endsWith("/oauth/token")) {
      return json({
        access_token: crypto.randomUUID(),
        token_type: "bearer",
        expires_in: 86_399,
        codigoSeller: 1001,
        ambiente: "HML",
      });
    }
    return method === "GET" ? json([]) : this.#write({ method, url, body });
  }

  #write(write: WireWrite): Response {
    const fault = this.#faults.shift() ?? "none";
    if (fault === "tokenExpired") {
      return json({}, 401);
    }
    if (fault === "lostBefore") {
      throw new TypeError("fetch failed");
    }
    this.writes.push(write);
    switch (fault) {
      case "lostAfter":
        throw new TypeError("fetch failed");
      case "serverError":
        return json({}, 500);
      case "conflict":
        return json({ mensagem: "conflict" }, 409);
      case "rateLimited":
        return json({}, 429);
      case "webPage":
        return new Response("<html>", { headers: { "content-type": "text/html" } });
      default:
        return json({ ok: true });
    }
  }
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}
