import { type ReadonlySignal, signal } from "@preact/signals";
import type * as z from "zod/mini";

import {
  sessionSchema,
  type signInSchema,
  signInOptionsSchema,
} from "../../shared/hubApi/hubAdmin.ts";
import { type Api, anything } from "../data/api.ts";
import { ApiFailure } from "../data/apiFailure.ts";
import { isLoopbackPage, type PageSecret } from "../data/pageSecret.ts";
import { Resource } from "../data/resource.ts";
import type { Session, SignInOptions } from "../data/types.ts";

export type SessionState =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly failure: ApiFailure }
  | { readonly state: "signedOut" }
  /** A page that lost its sign-in stays unchanged until the same person signs in again. */
  | { readonly state: "signedIn"; readonly session: Session; readonly hasEnded: boolean };

export type SignIn = z.infer<typeof signInSchema>;

export class SessionKeeper {
  readonly #api: Api;
  readonly #secret: PageSecret;
  readonly #state = signal<SessionState>({ state: "loading" });
  readonly options: Resource<SignInOptions>;

  constructor(api: Api, secret: PageSecret) {
    this.#api = api;
    this.#secret = secret;
    this.options = new Resource(() => api.get("sign-in-options", signInOptionsSchema));
  }

  get state(): ReadonlySignal<SessionState> {
    return this.#state;
  }

  async load(): Promise<void> {
    this.#state.value = { state: "loading" };
    this.#api.csrfToken = this.#secret.read();
    if (this.#api.csrfToken === "" && isLoopbackPage()) {
      // The hub would refuse another tab's cookie and record the attempt.
      this.#state.value = { state: "signedOut" };
      return;
    }
    try {
      this.#enter(await this.#api.get("session", sessionSchema));
    } catch (error) {
      const failure = ApiFailure.of(error);
      this.#state.value =
        failure.facts.kind === "signedOut" ? { state: "signedOut" } : { state: "failed", failure };
    }
  }

  async signIn(body: SignIn): Promise<void> {
    this.#enter(await this.#api.change({ method: "POST", path: "session", body }, sessionSchema));
  }

  async refresh(): Promise<void> {
    this.#enter(await this.#api.get("session", sessionSchema));
  }

  async signOut(): Promise<void> {
    try {
      await this.#api.change({ method: "DELETE", path: "session" }, anything);
    } finally {
      this.#api.csrfToken = "";
      this.#secret.keep("");
      this.#state.value = { state: "signedOut" };
    }
  }

  end(): void {
    const state = this.#state.value;
    if (state.state === "signedIn") {
      this.#state.value = { ...state, hasEnded: true };
    }
  }

  #enter(session: Session): void {
    this.#api.csrfToken = session.csrf_token;
    this.#secret.keep(session.csrf_token);
    this.#state.value = { state: "signedIn", session, hasEnded: false };
  }
}
