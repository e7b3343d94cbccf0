import { Emitter } from "../../shared/base/emitter.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import { sellerCommandNames } from "../editor/commandNames.ts";
import { laterCommands, LaterPart } from "../editor/laterPart.ts";
import { environmentsSetting } from "./environments/environmentsSetting.ts";
import type { SellerCommands } from "./sellerCommands.ts";
import type { SellerFeature, SellerFeatureDeps } from "./sellerFeature.ts";

/** The chat loads first, so the portal waits this long (milliseconds). */
const loadDelayMs = 500;

type SellerDeps = Omit<SellerFeatureDeps, "files">;

export type LoadSeller = (deps: SellerDeps) => Promise<SellerFeature>;

export interface LaterSellerDeps extends SellerDeps {
  readonly loadSeller: LoadSeller;
}

/**
 * Loads the portal's code at first use. Where an environment may exist, it loads a moment later anyway: models are
 * offered its tools, and the status bar shows production.
 */
export class LaterSeller implements Disposable {
  readonly commands: SellerCommands = laterCommands(sellerCommandNames, () => this.get());
  readonly #deps: LaterSellerDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  readonly #part = this.#disposables.add(new LaterPart(() => this.#build()));
  #loaded: SellerFeature | undefined;

  /** Fires when the portal was loaded, or the environment for tools may have changed. */
  readonly onDidChange = this.#didChange.event;

  constructor(deps: LaterSellerDeps) {
    this.#deps = deps;
    const { clock, localHub } = deps;
    // The failure was already reported; the next use tries again.
    const follow = (): void => void this.ready().catch(() => undefined);
    const stop = clock.startTimer(follow, loadDelayMs);
    this.#disposables.add({ dispose: stop });
    this.#disposables.add(environmentsSetting.onDidChange(follow));
    if (localHub) {
      this.#disposables.add(localHub.onDidChange(follow));
    }
  }

  get loaded(): SellerFeature | undefined {
    return this.#loaded;
  }

  get(): Promise<SellerFeature> {
    return this.#part.get();
  }

  /** Resolves at once if no environment can exist. */
  async ready(): Promise<void> {
    const { localHub } = this.#deps;
    const own = environmentsSetting.get();
    if ((Array.isArray(own) && own.length > 0) || localHub?.current?.seller) {
      await this.get();
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #build(): Promise<SellerFeature> {
    const feature = await this.#deps.loadSeller(this.#deps);
    this.#loaded = feature;
    this.#disposables.add(feature.access.onDidChange(() => this.#didChange.fire(undefined)));
    this.#didChange.fire(undefined);
    return feature;
  }
}
