import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import {
  type ImportProfile,
  importProfilesText,
  maxImportProfiles,
  readImportProfiles,
} from "../../../seller/csv/importProfile.ts";
import { writeFileAtomically } from "../../storage/atomicFile.ts";
import { readIfThere } from "../../storage/conversationFolder.ts";
import type { ProfileStore } from "../import/importProfiles.ts";

/** The person's import profiles, in a file that imports without an editor read, too. */
export class ProfileFile implements ProfileStore {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async all(): Promise<readonly ImportProfile[]> {
    const text = await readIfThere(this.path);
    const profiles = text === undefined ? [] : readImportProfiles(text.toString("utf8"));
    if (!profiles) {
      // Written over, the profiles of a file that was edited by hand would be gone.
      throw new Error(`Not a file of import profiles: ${this.path}`);
    }
    return profiles;
  }

  async save(profile: ImportProfile): Promise<void> {
    const others = (await this.all()).filter(({ name }) => name !== profile.name);
    await this.#write([profile, ...others].slice(0, maxImportProfiles));
  }

  async remove(name: string): Promise<void> {
    await this.#write((await this.all()).filter((profile) => profile.name !== name));
  }

  async #write(profiles: readonly ImportProfile[]): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    await writeFileAtomically(this.path, importProfilesText(profiles));
  }
}
