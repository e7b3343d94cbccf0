import { canSignIn } from "../../hub/calls/deviceSignIn.ts";
import { findHub, keepsAway } from "../../hub/calls/findHub.ts";
import type { ExchangeDeps } from "../../hub/wire/exchange.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type { Connection } from "../../shared/calls/protocol.ts";
import type { Failure } from "../../shared/failures/failure.ts";

type Listen<T> = (listener: (value: T) => void) => Disposable;

export interface ReachDeps {
  readonly connection: {
    readonly state: Connection;
    readonly onDidChange: Listen<undefined>;
    readonly onDidHear: Listen<Headers>;
    refresh(): Promise<void>;
  };
  readonly models: {
    readonly outcome: { readonly failure: Failure | undefined } | undefined;
    readonly onDidChangeSelection: Listen<undefined>;
    list(options: { readonly refresh: boolean }): Promise<unknown>;
  };
  readonly exchange: Omit<ExchangeDeps, "token" | "baseUrl">;
}

interface Found {
  readonly baseUrl: string;
  readonly failure: Failure | undefined;
  readonly canSignIn: boolean;
}

/** Whether the hub answers: with a token by its list of models, else by a request of its own. */
export class Reach implements Disposable {
  readonly #deps: ReachDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  #found: Found | undefined;
  #finding: Promise<unknown> | undefined;

  readonly onDidChange = this.#didChange.event;

  constructor(deps: ReachDeps) {
    this.#deps = deps;
    const { connection, models } = deps;
    this.#disposables.add(
      connection.onDidChange(() => {
        if (connection.state.state !== "needsToken") {
          this.#found = undefined;
        }
        void this.#find();
      }),
    );
    this.#disposables.add(
      models.onDidChangeSelection(() => {
        if (connection.state.state === "ready" && !this.#found && !this.#finding) {
          void this.#find();
        }
        this.#didChange.fire(undefined);
      }),
    );
    this.#disposables.add(
      connection.onDidHear(() => {
        // The hub answers again, so its list can be loaded.
        if (connection.state.state === "ready" && this.problem) {
          void models.list({ refresh: false });
        }
      }),
    );
  }

  get problem(): Failure | undefined {
    const failure =
      this.#deps.connection.state.state === "ready"
        ? this.#deps.models.outcome?.failure
        : this.#foundHere?.failure;
    return failure && (keepsAway(failure) || isTokenRefusal(failure)) ? failure : undefined;
  }

  /** True if the check found that the hub at the present address offers a sign-in. */
  get canSignIn(): boolean {
    const { state } = this.#deps.connection;
    return "baseUrl" in state && this.#found?.baseUrl === state.baseUrl && this.#found.canSignIn;
  }

  get isChecking(): boolean {
    const { state } = this.#deps.connection.state;
    return state === "ready"
      ? this.#deps.models.outcome === undefined
      : state === "needsToken" && this.#foundHere === undefined;
  }

  async check(): Promise<void> {
    await this.#deps.connection.refresh();
    await this.#finding;
    await this.#deps.models.list({ refresh: false });
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  get #foundHere(): Found | undefined {
    const { state } = this.#deps.connection;
    return state.state === "needsToken" && this.#found?.baseUrl === state.baseUrl
      ? this.#found
      : undefined;
  }

  /**
   * Asks the hub at the present address whether it offers a sign-in, if it needs a token or refuses the stored
   * sign-in.
   */
  async #find(): Promise<void> {
    const { connection, exchange } = this.#deps;
    const { state } = connection;
    const isRefused = this.problem !== undefined && isTokenRefusal(this.problem);
    if (state.state !== "needsToken" && !(state.state === "ready" && isRefused)) {
      return;
    }
    const { baseUrl } = state;
    const { fetch, clock, userAgent = "" } = exchange;
    const finding = findHub({ ...exchange, baseUrl });
    this.#finding = finding;
    const failure = await finding;
    const device = { fetch, clock, userAgent, baseUrl };
    const found = { baseUrl, failure, canSignIn: !failure && (await canSignIn(device)) };
    if (this.#finding === finding) {
      this.#found = found;
      this.#finding = undefined;
      this.#didChange.fire(undefined);
    }
  }
}

function isTokenRefusal({ kind }: Failure): boolean {
  return kind === "auth_invalid" || kind === "auth_expired";
}
