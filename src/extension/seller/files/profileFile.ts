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

/** Imports without an editor read this file, too. */
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
      // Overwriting would lose profiles of a manually edited file.
      throw new Error(`Not a file of import profiles: ${this.path}`);
    }
    return { profiles, unread: text === undefined ? [] : unreadProfiles(text) };
  }

  async #change(changed: (present: Profiles) => readonly ImportProfile[]): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    // Another window may save a profile between reading and writing.
    await withFileLock(`${this.path}.lock`, async () => {
      const present = await this.#read();
      await writeFileAtomically(this.path, importProfilesText(changed(present), present.unread));
    });
  }
}

interface Profiles {
  readonly profiles: readonly ImportProfile[];
  readonly unread: readonly unknown[];
}
