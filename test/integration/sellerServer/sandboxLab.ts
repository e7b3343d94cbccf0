import { randomBytes } from "node:crypto";

import { expect } from "vitest";

import type { Clock } from "../../../src/shared/base/clock.ts";
import { startSandbox } from "../../support/sandboxServer.ts";

/** Time stands still until it is told to go; timers end at once and leave their length behind. */
export class SkippingClock implements Clock {
  #now = Date.parse("2026-11-20T12:00:00.000Z");
  readonly waits: number[] = [];

  now(): number {
    return this.#now;
  }

  readonly startTimer = (callback: () => void, ms: number): (() => void) => {
    this.waits.push(ms);
    const timer = setImmediate(callback);
    return () => clearImmediate(timer);
  };

  advance(ms: number): void {
    this.#now += ms;
  }
}

type Running = Awaited<ReturnType<typeof startSandbox>>;

interface CallOptions {
  readonly body?: unknown;
  /** Sent as it is, with the content type of JSON. */
  readonly text?: string;
  readonly token?: string | undefined;
  readonly fault?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the text is no JSON. */
  readonly json: unknown;
}

/** A running sandbox and a client for it that knows nothing of our contract. */
export class SandboxLab {
  readonly clock: Clock;
  readonly #errors: unknown[];
  readonly #running: Running;
  /** Of the sandbox's main seller. */
  token = "";
  /** Of the other seller. */
  otherToken = "";

  private constructor(running: Running, clock: Clock, errors: unknown[]) {
    this.#running = running;
    this.clock = clock;
    this.#errors = errors;
  }

  static async start(
    clock: Clock = new SkippingClock(),
    options: { readonly path?: string } = {},
  ): Promise<SandboxLab> {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const running = await startSandbox({
      clock,
      random: randomBytes,
      onError,
      port: 0,
      ...options,
    });
    const lab = new SandboxLab(running, clock, errors);
    lab.token = await lab.signIn(running.sandbox);
    lab.otherToken = await lab.signIn(running.sandbox.other);
    return lab;
  }

  get sandbox(): Running["sandbox"] {
    return this.#running.sandbox;
  }

  get url(): string {
    return this.#running.url;
  }

  /** Fails if the sandbox met anything that it did not expect. */
  async stop(): Promise<void> {
    await this.#running.close();
    expect(this.#errors).toEqual([]);
  }

  async signIn(client: {
    readonly clientId: string;
    readonly clientSecret: string;
  }): Promise<string> {
    const { status, json } = await this.requestToken({
      grant_type: "client_credentials",
      client_id: client.clientId,
      client_secret: client.clientSecret,
    });
    expect(status).toBe(200);
    return (json as { readonly access_token: string }).access_token;
  }

  async requestToken(form: Readonly<Record<string, string>>, fault?: string): Promise<Answer> {
    const response = await fetch(`${this.url}/sgi-api/oauth/token`, {
      method: "POST",
      body: new URLSearchParams(form),
      ...(fault !== undefined && { headers: { "x-sandbox-fault": fault } }),
    });
    return answerOf(response);
  }

  /** With the main seller's token, unless `token` says another or, being undefined, none. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const token = "token" in options ? options.token : this.token;
    const text =
      options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { "content-type": "application/json" }),
        ...(options.fault !== undefined && { "x-sandbox-fault": options.fault }),
        ...options.headers,
      },
      ...(text !== undefined && { body: text }),
    });
    return answerOf(response);
  }

  /** The entries of a list. */
  async list(path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { status, json } = await this.call("GET", path);
    expect(status).toBe(200);
    return json as readonly Readonly<Record<string, unknown>>[];
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, text, json: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is seen by its text.
    return undefined;
  }
}
