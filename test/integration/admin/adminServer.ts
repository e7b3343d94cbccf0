import { scryptSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { adminRoutes } from "../../../src/hubServer/admin/adminRoutes.ts";
import { createAdminApp } from "../../../src/hubServer/admin/base/adminApp.ts";
import type { AdminDeps } from "../../../src/hubServer/admin/base/adminDeps.ts";
import { AuditHead } from "../../../src/hubServer/admin/base/auditHead.ts";
import { prepareStore } from "../../../src/hubServer/admin/prepareStore.ts";
import { AuthFailures } from "../../../src/hubServer/auth/authFailures.ts";
import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { HeldBytes, heldLimits } from "../../../src/hubServer/http/heldBytes.ts";
import { createNodeServer, type HubApp } from "../../../src/hubServer/http/nodeServer.ts";
import type { UserRecord } from "../../../src/hubServer/store/records.ts";
import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import {
  UpstreamKeys,
  type UpstreamKeysOptions,
} from "../../../src/hubServer/upstream/upstreamKeys.ts";
import { readDlpPolicy } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { FakeClock } from "../../support/fakeClock.ts";

export const adminToken = "hub_admin_of_the_tests";
export const password = "correct horse battery";
/** Noon of 21 November 2026 in Brasília. */
export const startOfTest = Date.UTC(2026, 10, 21, 15);

/** Made at little cost, which it says of itself: checking it costs as little. */
const passwordHash = `scrypt$1024$8$1$${Buffer.from("salt").toString("base64")}$${scryptSync(
  password,
  "salt",
  32,
  { N: 1_024, r: 8, p: 1 },
).toString("base64")}`;

/** The fields of answers that tests look at one by one. */
export interface AnswerBody {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly csrf_token: string;
  readonly subject_id: string;
  readonly user: { readonly id: string; readonly name: string };
  readonly rate_limits: { readonly parallel_requests: number | null };
  readonly data: readonly AnswerBody[];
  readonly error: {
    readonly message: string;
    readonly param: string | null;
    readonly code: string | null;
  };
  readonly openid: unknown;
  readonly remaining: string;
  readonly sector_id: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly [field: string]: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty where the answer was no JSON. */
  readonly body: AnswerBody;
  readonly text: string;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The administration over HTTP, on a real store in a folder of its own, with a clock that stands still. */
export class AdminServer {
  readonly clock = new FakeClock();
  readonly errors: unknown[] = [];
  readonly folder: string;
  changes = 0;
  readonly store: Store;
  #close: (() => Promise<void>) | undefined;
  #url = "";

  private constructor() {
    this.clock.advance(startOfTest - this.clock.now());
    this.folder = mkdtempSync(join(tmpdir(), "ai-hub-admin-"));
    this.store = openSqliteStore(join(this.folder, "hub.db"), { now: () => this.clock.now() });
  }

  static async start(changes: Partial<AdminDeps> = {}): Promise<AdminServer> {
    const server = new AdminServer();
    await prepareStore(server.store.records, {
      now: startOfTest,
      adminToken,
      legacy: undefined,
    });
    await server.#listen(changes);
    return server;
  }

  get url(): string {
    return this.#url;
  }

  deps(): AdminDeps {
    const { store, clock } = this;
    const onError = (error: unknown): void => {
      this.errors.push(error);
    };
    return {
      store,
      clock,
      version: "1.2.3",
      failures: new AuthFailures({ audit: store.audit, clock, onError }),
      openId: undefined,
      listModels: () => Promise.resolve([]),
      upstreamHealth: () => Promise.resolve([]),
      givenUpstreams: [],
      givenKinds: [],
      keys: keysOf({}),
      auditHead: new AuditHead({
        path: join(this.folder, "audit-head.json"),
        audit: store.audit,
        clock,
        onError,
      }),
      exportAudit: async function* (records, format) {
        for await (const { seq, kind } of records) {
          yield format === "csv" ? `${seq},${kind}\n` : `${JSON.stringify({ seq, kind })}\n`;
        }
      },
      closing: new AbortController().signal,
      addressOf: ({ header, address }) => header("x-test-address") ?? address,
      onChange: () => {
        this.changes += 1;
      },
      onError,
    };
  }

  /** A request with the administrator's token. */
  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.send(method, path, { body, headers: { authorization: `Bearer ${adminToken}` } });
  }

  async send(method: string, path: string, { body, headers }: AskOptions = {}): Promise<Answer> {
    const response = await fetch(`${this.#url}/hub/admin/v1${path}`, {
      method,
      redirect: "manual",
      headers: { ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      // What a test looks at and is not there, it finds out.
      body: JSON.parse(isJson === true ? text : "{}") as AnswerBody,
      text,
    };
  }

  /** A user with the password of the tests. */
  async addUser(changes: Partial<UserRecord> & { readonly id: string }): Promise<UserRecord> {
    const user: UserRecord = {
      name: "Ana",
      login: `${changes.id}@example.com`,
      role: "user",
      profileId: "profile_default",
      sectorId: "sector_default",
      isActive: true,
      createdAt: startOfTest,
      passwordHash,
      ...changes,
    };
    await this.store.records.put("user", user);
    return user;
  }

  signIn(login: string, word = password, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("POST", "/session", { body: { login, password: word }, headers });
  }

  /** Headers of somebody who is signed in. */
  async sessionOf(login: string): Promise<Record<string, string>> {
    return headersOf(await this.signIn(login));
  }

  /** The events that were written, oldest first. */
  async events(): Promise<readonly Record<string, unknown>[]> {
    return (await this.store.audit.list({}, { limit: 500 }))
      .toReversed()
      .map(({ kind, userId, tokenId, detail }) => ({
        kind,
        ...(userId !== undefined && { userId }),
        ...(tokenId !== undefined && { tokenId }),
        ...(detail && { detail }),
      }));
  }

  async close(): Promise<void> {
    await this.#close?.();
    await this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #listen(changes: Partial<AdminDeps>): Promise<void> {
    const deps = { ...this.deps(), ...changes };
    const app = createAdminApp(adminRoutes(deps), deps);
    const answer: HubApp = async (request) => {
      try {
        return await app(request);
      } catch (error) {
        if (error instanceof ApiError) {
          return error.toResponse();
        }
        this.errors.push(error);
        return new ApiError(500, "failed").toResponse();
      }
    };
    const held = new HeldBytes(heldLimits());
    const server = createNodeServer(answer, { onError: deps.onError, held });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    // A server that listens on a port has an address of this kind.
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#close = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
  }
}

/** The keys of upstreams as a hub reads them that was started so. */
export function keysOf(
  environment: Readonly<Record<string, string>>,
  more: Partial<UpstreamKeysOptions> & { readonly folder?: string } = {},
): UpstreamKeys {
  const { folder, ...options } = more;
  const policy = { environment, folder, ownFiles: [] };
  return new UpstreamKeys({ policy, isLab: false, given: [], ...options });
}

/** What a browser that has signed in sends along. */
export function headersOf({ headers, body }: Answer): Record<string, string> {
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return { cookie, "x-csrf-token": body.csrf_token ?? "" };
}

export const sectorBody = { name: "Research" };
export const profileBody = {
  name: "Readers",
  policy: {
    allow: ["hub-*"],
    deny: [],
    max_output_tokens: 1_000,
    allows_tools: false,
    allows_images: true,
    allows_completion: false,
    forced: { temperature: 0 },
    capped: { top_p: 0.9 },
  },
  dlp: readDlpPolicy({ cpf: "block", cnpj: "alert", card: "block", email: "mask", phone: "allow" }),
  protection: { may_mask: false, refuse_unread: true },
  rate_limits: { requests_per_minute: 60, tokens_per_minute: null, parallel_requests: null },
  agent: {
    is_allowed: false,
    max_level: "edits",
    mcp_servers: ["git"],
    mcp_pins: [`git/log@${"a1".repeat(32)}`],
    allow_commands: false,
    web_sites: ["https://example.com"],
    checks: [{ command: "npm test", files: ["src/**"], seconds: 60 }],
    max_run_cost: "1.50",
    max_run_tokens: null,
  },
  exclusions: ["finance/"],
  client: {
    settings: { "aiHub.model": "house", "aiHub.agent.level": "ask" },
    minimum_version: "1.2.3",
  },
  skills: [
    { name: "release", description: "How to release", version: "1", text: "Tag it.\nThen tell." },
  ],
};
export const userBody = {
  name: "Rita",
  login: "Rita@Example.com",
  role: "user",
  profile_id: "profile_default",
  sector_id: "sector_default",
  is_active: true,
};
