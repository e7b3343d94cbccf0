import type { PortalTokens } from "../../../seller/client/portalTokens.ts";
import { type Access, SellerClient } from "../../../seller/client/sellerClient.ts";
import { SellerError } from "../../../seller/client/sellerError.ts";
import type { SellerDesk } from "../../../seller/write/sellerAccess.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import { DisposableStore, type Disposable } from "../../../shared/base/lifecycle.ts";
import type { LocalHubFile } from "../../../shared/hubApi/localHub.ts";
import {
  localProfile,
  type ProfileProblem,
  readProfiles,
  type SellerProfile,
} from "./environments.ts";
import { ExchangeLog } from "./exchangeLog.ts";
import type { ClientCredentials, SellerCredentials } from "./sellerSecrets.ts";

export interface EnvironmentsSetting {
  get(): unknown;
  onDidChange(listener: () => void): Disposable;
}

export interface ChoiceMemory {
  get(): string | undefined;
  set(id: string): void;
}

export interface SellerDesksDeps {
  readonly setting: EnvironmentsSetting;
  readonly credentials: SellerCredentials;
  readonly tokens: PortalTokens;
  readonly localHub:
    | {
        readonly current: LocalHubFile | undefined;
        readonly onDidChange: (listener: () => void) => Disposable;
        find(): Promise<LocalHubFile | undefined>;
      }
    | undefined;
  readonly choice: ChoiceMemory;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly userAgent: string;
}

export type AccessState =
  | { readonly kind: "unchecked" }
  | { readonly kind: "checking" }
  | { readonly kind: "known"; readonly access: Access }
  | { readonly kind: "failed"; readonly error: SellerError };

export interface ProfileDesk extends SellerDesk {
  readonly profile: SellerProfile;
}

const never = new AbortController().signal;

export class SellerDesks implements Disposable {
  readonly #deps: SellerDesksDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  readonly #didChangeDesk = this.#disposables.add(new Emitter<undefined>());
  readonly #access = new Map<string, AccessState>();
  #profiles: readonly SellerProfile[] = [];
  #problems: readonly ProfileProblem[] = [];
  #desk: ProfileDesk | undefined;
  #check: { readonly desk: ProfileDesk; readonly done: Promise<void> } | undefined;
  #version = 0;

  readonly exchanges = new ExchangeLog();
  readonly onDidChange = this.#didChange.event;
  /** Fires when another desk is selected; data prepared with the previous desk is stale. */
  readonly onDidChangeDesk = this.#didChangeDesk.event;

  constructor(deps: SellerDesksDeps) {
    this.#deps = deps;
    const { setting, credentials, localHub } = deps;
    this.#disposables.add(setting.onDidChange(() => this.#read()));
    this.#disposables.add(credentials.onDidChange(() => this.#forgetAccess()));
    if (localHub) {
      this.#disposables.add(localHub.onDidChange(() => this.#read()));
    }
    this.#read();
  }

  get profiles(): readonly SellerProfile[] {
    return this.#profiles;
  }

  get problems(): readonly ProfileProblem[] {
    return this.#problems;
  }

  /** Falls back to a sandbox, never to production. */
  get selected(): SellerProfile | undefined {
    const id = this.#deps.choice.get();
    return (
      this.#profiles.find((profile) => profile.id === id) ??
      this.#profiles.find(({ kind }) => kind === "sandbox")
    );
  }

  desk(): ProfileDesk | undefined {
    return this.#desk;
  }

  accessOf(id: string): AccessState {
    return this.#access.get(id) ?? { kind: "unchecked" };
  }

  select(id: string): void {
    this.#deps.choice.set(id);
    this.#renewDesk();
  }

  async findLocal(): Promise<void> {
    await this.#deps.localHub?.find();
  }

  /** Repeats the check if the environment or its credentials change meanwhile: the editor reports credentials late. */
  async checkAccess(): Promise<void> {
    for (let desk = this.#desk; desk; desk = this.#desk) {
      if (this.#check?.desk !== desk) {
        this.#check = { desk, done: this.#checkDesk(desk) };
      }
      await this.#check.done;
      if (this.#desk === desk) {
        return;
      }
    }
  }

  credentialsOf(profile: SellerProfile): Promise<ClientCredentials | undefined> {
    const { localHub, credentials } = this.#deps;
    const seller = profile.isLocal ? localHub?.current?.seller : undefined;
    return seller ? Promise.resolve(seller) : credentials.get(profile);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #read(): void {
    const { setting, localHub } = this.#deps;
    const { profiles, problems } = readProfiles(setting.get());
    const local = localHub?.current && localProfile(localHub.current);
    this.#profiles = local ? [local, ...profiles] : profiles;
    this.#problems = problems;
    this.#forgetAccess();
  }

  #forgetAccess(): void {
    const wasChecked = this.#desk !== undefined && this.#access.has(this.#desk.profile.id);
    this.#access.clear();
    this.#renewDesk();
    if (wasChecked) {
      void this.checkAccess();
    }
  }

  async #checkDesk(desk: ProfileDesk): Promise<void> {
    const { id } = desk.profile;
    this.#setAccess(id, { kind: "checking" });
    const state = await accessState(desk).finally(() => {
      if (this.#check?.desk === desk) {
        this.#check = undefined;
      }
    });
    if (this.#desk === desk) {
      this.#setAccess(id, state);
    } else if (this.accessOf(id).kind === "checking" && this.#desk?.profile.id !== id) {
      // Another environment is chosen now, so this check has stopped.
      this.#setAccess(id, { kind: "unchecked" });
    }
  }

  #renewDesk(): void {
    const profile = this.selected;
    this.#version += 1;
    this.#desk = profile && this.#deskOf(profile, `${profile.id}#${this.#version}`);
    this.#didChangeDesk.fire(undefined);
    this.#didChange.fire(undefined);
  }

  #deskOf(profile: SellerProfile, id: string): ProfileDesk {
    const { tokens, fetch, clock, userAgent } = this.#deps;
    const credentials = (): Promise<ClientCredentials | undefined> => this.credentialsOf(profile);
    const client = new SellerClient({
      environment: profile,
      credentials,
      tokens,
      fetch,
      clock,
      userAgent,
      observe: (exchange) => this.exchanges.add(id, exchange),
    });
    return { id, profile, environment: profile, client, credentials };
  }

  #setAccess(id: string, state: AccessState): void {
    this.#access.set(id, state);
    this.#didChange.fire(undefined);
  }
}

async function accessState({ client }: SellerDesk): Promise<AccessState> {
  try {
    return { kind: "known", access: await client.checkAccess({ signal: never }) };
  } catch (error) {
    if (error instanceof SellerError) {
      return { kind: "failed", error };
    }
    throw error;
  }
}
