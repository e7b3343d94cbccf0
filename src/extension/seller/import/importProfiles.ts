import { fitsHeader, type ImportProfile } from "../../../seller/csv/check/importProfile.ts";
import type { ImportState } from "../../../shared/sellerPage/sellerImport.ts";
import type { ChosenFile } from "./importPlan.ts";

export interface ProfileStore {
  readonly path: string;
  all(): Promise<readonly ImportProfile[]>;
  save(profile: ImportProfile): Promise<void>;
  remove(name: string): Promise<void>;
}

export class ImportProfiles {
  readonly #store: ProfileStore;
  #fitting: readonly ImportProfile[] = [];
  #used: string | undefined;
  #isUnreadable = false;

  constructor(store: ProfileStore) {
    this.#store = store;
  }

  get view(): Pick<ImportState, "profiles" | "profile" | "unreadableProfiles"> {
    return {
      profiles: this.#fitting.map(({ name }) => name),
      ...(this.#used !== undefined && { profile: this.#used }),
      ...(this.#isUnreadable && { unreadableProfiles: this.#store.path }),
    };
  }

  async offerFor(header: readonly string[]): Promise<void> {
    this.#used = undefined;
    const all = await this.#store.all().catch(() => undefined);
    this.#isUnreadable = all === undefined;
    this.#fitting = all?.filter((profile) => fitsHeader(profile, header)) ?? [];
  }

  /** Call this when the plan no longer matches the profile. */
  forget(): void {
    this.#used = undefined;
  }

  use(name: string): ImportProfile | undefined {
    const profile = this.#fitting.find((known) => known.name === name);
    this.#used = profile?.name;
    return profile;
  }

  async save(name: string, file: ChosenFile | undefined): Promise<boolean> {
    const { header = [], plan } = file ?? {};
    const saving = plan && this.#store.save({ name, header: [...header], ...plan });
    const isSaved = await saving?.then(
      () => true,
      () => false,
    );
    if (isSaved === true) {
      await this.offerFor(header);
      this.#used = name;
    }
    return isSaved === true;
  }

  async remove(name: string, header: readonly string[]): Promise<void> {
    await this.#store.remove(name);
    await this.offerFor(header);
  }
}
