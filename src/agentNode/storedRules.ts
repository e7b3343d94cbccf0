import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";

import * as z from "zod/mini";

import {
  type ApprovalRule,
  approvalRuleSchema,
  type RuleBook,
} from "../agent/trust/approvalRules.ts";
import { parseJson } from "../shared/json.ts";
import { writeSynced } from "./syncedFile.ts";

/** Most rules of one folder; the oldest go first. */
const maxRules = 500;

const fileSchema = z.object({
  folders: z.record(z.string(), z.array(approvalRuleSchema)),
});

type Folders = Readonly<Record<string, readonly ApprovalRule[]>>;

/** The person's rules in one file of the product's own storage. A file that cannot be read has no rules. */
export class StoredRules implements RuleBook {
  readonly #file: string;
  #last: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Reads the file anew, because another window may have changed it. `folder` is the folder's real path. */
  rules(folder: string): readonly ApprovalRule[] {
    const folders = this.#read();
    return Object.hasOwn(folders, folder) ? (folders[folder] ?? []) : [];
  }

  add(folder: string, rule: ApprovalRule): Promise<void> {
    this.#last = this.#last.catch(() => undefined).then(() => this.#add(folder, rule));
    return this.#last;
  }

  async #add(folder: string, rule: ApprovalRule): Promise<void> {
    const same = JSON.stringify(rule);
    const others = this.rules(folder).filter((one) => JSON.stringify(one) !== same);
    const folders = { ...this.#read(), [folder]: [...others, rule].slice(-maxRules) };
    const temporary = `${this.#file}.${randomUUID()}.tmp`;
    await mkdir(dirname(this.#file), { recursive: true });
    try {
      await writeSynced(temporary, JSON.stringify({ folders }), 0o600);
      await rename(temporary, this.#file);
    } catch (error) {
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
  }

  #read(): Folders {
    try {
      const parsed = fileSchema.safeParse(parseJson(readFileSync(this.#file, "utf8")));
      return parsed.success ? parsed.data.folders : {};
    } catch {
      // There is no file yet.
      return {};
    }
  }
}
