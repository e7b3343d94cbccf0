import { randomUUID } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { dirname } from "node:path";

import * as z from "zod/mini";

import {
  type ApprovalRule,
  approvalRuleSchema,
  type FolderRule,
  type RuleBook,
} from "../agent/trust/approvalRules.ts";
import { parseJson } from "../shared/base/json.ts";
import { regularText } from "../sharedNode/regularFile.ts";
import { replaceSynced } from "./files/syncedFile.ts";

/** The limit is for each folder; the oldest rules are dropped. */
const maxRules = 500;
const maxBytes = 67_108_864;

const fileSchema = z.object({
  folders: z.record(z.string(), z.array(z.unknown())),
});

/** The rules are not parsed here, because a newer version may have written some that this version cannot read. */
type Folders = Readonly<Record<string, readonly unknown[]>>;

/**
 * Unknown rules have no effect and stay in the file. An unreadable file counts as empty; the next change sets it aside.
 */
export class StoredRules implements RuleBook {
  readonly #file: string;
  #last: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  rules(folder: string): readonly ApprovalRule[] {
    return knownRules(entriesOf(this.#read() ?? {}, folder));
  }

  all(): readonly FolderRule[] {
    return Object.entries(this.#read() ?? {}).flatMap(([folder, entries]) =>
      knownRules(entries).map((rule) => ({ folder, rule })),
    );
  }

  /** An existing rule becomes the newest. */
  add(folder: string, rule: ApprovalRule): Promise<void> {
    return this.#change(folder, (entries) =>
      [...entries.filter((entry) => !isRule(entry, rule)), rule].slice(-maxRules),
    );
  }

  remove({ folder, rule }: FolderRule): Promise<void> {
    return this.#change(folder, (entries) => entries.filter((entry) => !isRule(entry, rule)));
  }

  #change(
    folder: string,
    change: (entries: readonly unknown[]) => readonly unknown[],
  ): Promise<void> {
    this.#last = this.#last.catch(() => undefined).then(() => this.#write(folder, change));
    return this.#last;
  }

  async #write(
    folder: string,
    change: (entries: readonly unknown[]) => readonly unknown[],
  ): Promise<void> {
    const before = this.#read();
    if (!before) {
      await rename(this.#file, `${this.#file}.unreadable-${randomUUID()}`);
    }
    const folders = { ...before, [folder]: change(entriesOf(before ?? {}, folder)) };
    await mkdir(dirname(this.#file), { recursive: true });
    await replaceSynced(this.#file, JSON.stringify({ folders }), 0o600);
  }

  /** Undefined if the file is not a file of rules. */
  #read(): Folders | undefined {
    const text = regularText(this.#file, maxBytes, true);
    if (text === undefined) {
      // There is no file yet.
      return {};
    }
    try {
      return fileSchema.parse(parseJson(text)).folders;
    } catch {
      return undefined;
    }
  }
}

function entriesOf(folders: Folders, folder: string): readonly unknown[] {
  return Object.hasOwn(folders, folder) ? (folders[folder] ?? []) : [];
}

function knownRules(entries: readonly unknown[]): readonly ApprovalRule[] {
  return entries.flatMap((entry) => {
    const parsed = approvalRuleSchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

function isRule(entry: unknown, rule: ApprovalRule): boolean {
  const [known] = knownRules([entry]);
  return (
    known !== undefined &&
    known.kind === rule.kind &&
    known.effect === rule.effect &&
    known.extent === rule.extent &&
    known.reach === rule.reach &&
    known.words.join("\n") === rule.words.join("\n") &&
    known.words.length === rule.words.length
  );
}
