import { ApiAuthenticator } from "../../../../src/hubServer/auth/apiAuthenticator.ts";
import { AuthFailures } from "../../../../src/hubServer/auth/authFailures.ts";
import { createHubToken, hashToken } from "../../../../src/hubServer/auth/hubToken.ts";
import { ApiError } from "../../../../src/hubServer/http/apiError.ts";
import type { HubRequest } from "../../../../src/hubServer/http/message.ts";
import type { AuditEvent, TokenRecord } from "../../../../src/hubServer/store/records.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { MemoryRecords } from "./memoryRecords.ts";

export const secret = createHubToken();
export const localToken = createHubToken();
export const token: TokenRecord = {
  id: "tok_1",
  name: "notebook",
  hash: hashToken(secret),
  last4: secret.slice(-4),
  profileId: "profile_1",
  sectorId: "sector_1",
  rateLimits: {},
  createdAt: 0,
};

export function requestWith(headers: Readonly<Record<string, string>>): HubRequest {
  return {
    id: "req_1",
    address: "127.0.0.1",
    method: "GET",
    path: "/hub/v1/models",
    query: new URLSearchParams(),
    headers,
    header: (name) => headers[name],
    body: () => Promise.resolve(new Uint8Array()),
    signal: new AbortController().signal,
  };
}

/** A request with the token that the store knows. */
export const withToken = requestWith({ authorization: `Bearer ${secret}` });

/** An authenticator over a store in memory that knows one token. */
export class AuthLab {
  readonly clock = new FakeClock();
  readonly records = new MemoryRecords();
  /** What the audit was given. */
  readonly events: AuditEvent[] = [];
  readonly authenticator: ApiAuthenticator;

  private constructor() {
    const { clock, records, events } = this;
    const audit = {
      append: (event: AuditEvent) => {
        events.push(event);
        return Promise.resolve({ ...event, seq: events.length, prevHash: "", hash: "" });
      },
    };
    this.authenticator = new ApiAuthenticator({
      records,
      clock,
      failures: new AuthFailures({ audit, clock, onError }),
      local: { token: localToken, tokenId: "tok_local" },
      onError,
    });
  }

  static async start(): Promise<AuthLab> {
    const lab = new AuthLab();
    await lab.records.put("token", token);
    return lab;
  }

  /** Status, message and code with which a request is refused. */
  async refusalOf(request: HubRequest): Promise<readonly [number, string, unknown]> {
    const error: unknown = await this.authenticator
      .authenticate(request)
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof ApiError)) {
      throw new Error("The request was not refused.", { cause: error });
    }
    return [error.status, error.message, error.toBody().error["code"]];
  }
}

function onError(error: unknown): never {
  throw error;
}
