import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import { withFileLock } from "../../../agentNode/files/fileLock.ts";
import {
  type ImportProfile,
  importProfilesText,
  maxImportProfiles,
  readImportProfiles,
  unreadProfiles,
} from "../../../seller/csv/check/importProfile.ts";
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
    return (await this.#read()).profiles;
  }

  async save(profile: ImportProfile): Promise<void> {
    await this.#change(({ profiles, unread }) =>
      [profile, ...profiles.filter(({ name }) => name !== profile.name)].slice(
        0,
        Math.max(1, maxImportProfiles - unread.length),
      ),
    );
  }

  async remove(name: string): Promise<void> {
    await this.#change(({ profiles }) => profiles.filter((profile) => profile.name !== name));
  }

  async #read(): Promise<Profiles> {
    const text = (await readIfThere(this.path))?.toString("utf8");
    const profiles = text === undefined ? [] : readImportProfiles(text);
    if (!profiles) {
      // Written over, the profiles of a file that was edited by hand would be gone.
      throw new Error(`Not a file of import profiles: ${this.path}`);
    }
    return { profiles, unread: text === undefined ? [] : unreadProfiles(text) };
  }

  async #change(changed: (present: Profiles) => readonly ImportProfile[]): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    // Another window may save a profile between this one's reading and its writing.
    await withFileLock(`${this.path}.lock`, async () => {
      const present = await this.#read();
      await writeFileAtomically(this.path, importProfilesText(changed(present), present.unread));
    });
  }
}

interface Profiles {
  readonly profiles: readonly ImportProfile[];
  /** Entries that are no profile; they stay in the file. */
  readonly unread: readonly unknown[];
}
