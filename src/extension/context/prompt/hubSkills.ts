import * as vscode from "vscode";
import * as z from "zod/mini";

import { type PromptFile, splitFrontMatter } from "../../../context/promptFile.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { sha256 } from "../../../shared/base/hash.ts";
import type { HubSkill } from "../../../shared/hubApi/hubSkills.ts";
import { visibleLines } from "../../../shared/text/visibleText.ts";

const { l10n } = vscode;

const readKey = "aiHub.readSkills";
const maxRead = 500;
const timeoutMs = 3_000;
const readSchema = z.record(z.string(), z.string());

export interface HubSkillsDeps {
  readonly connection: {
    address(): Promise<string | undefined>;
    skills(signal: AbortSignal): Promise<readonly HubSkill[]>;
  };
  readonly memory: vscode.Memento;
  readonly clock: Clock;
  readonly openText: (name: string, text: string) => Promise<void>;
}

/** Prompts and skills of the organisation. Each version is read before its first use. */
export class HubSkills {
  readonly #deps: HubSkillsDeps;
  readonly #opened = new Set<string>();
  #known: readonly HubSkill[] = [];

  constructor(deps: HubSkillsDeps) {
    this.#deps = deps;
  }

  /** The hub's skills, or the last known skills if it does not answer in time. */
  async list(): Promise<readonly HubSkill[]> {
    const { clock, connection } = this.#deps;
    const ending = new AbortController();
    const cancel = clock.startTimer(() => ending.abort(), timeoutMs);
    try {
      this.#known = await connection.skills(ending.signal);
    } catch {
      // The last known skills remain. The next message reports the hub's failure.
    } finally {
      cancel();
    }
    return this.#known;
  }

  /** The text of a skill; undefined until the person has read this version and agrees. */
  async use(skill: HubSkill): Promise<PromptFile | undefined> {
    const { name, description, version, text } = skill;
    const { memory, connection } = this.#deps;
    const read = readSchema.safeParse(memory.get(readKey)).data ?? {};
    const key = `${(await connection.address()) ?? ""} ${name}`;
    const hash = await sha256(text);
    const mark = `${version} ${hash}`;
    if (read[key] !== mark) {
      if (!(await this.#ask(skill, hash))) {
        return undefined;
      }
      const others = Object.entries(read).filter(([other]) => other !== key);
      const kept = [...others, [key, mark]].slice(-maxRead);
      await memory.update(readKey, Object.fromEntries(kept));
    }
    return { name, description, model: undefined, body: splitFrontMatter(text).body.trim() };
  }

  /**
   * Asks the person. Modal, so that other extensions cannot answer; it offers the use only after the text was opened.
   */
  async #ask({ name, version, text }: HubSkill, hash: string): Promise<boolean> {
    const isOpened = this.#opened.has(`${name} ${version} ${hash}`);
    const read = l10n.t("Read It");
    const use = l10n.t("Use It");
    const answer = await vscode.window.showInformationMessage(
      isOpened
        ? l10n.t("Use /{0} of your organisation?", name)
        : l10n.t("Read /{0} of your organisation before you use it.", name),
      {
        modal: true,
        detail: l10n.t(
          "Version {0}, SHA-256 {1}. This is asked once for each version.",
          version,
          hash,
        ),
      },
      ...(isOpened ? [use, read] : [read]),
    );
    if (answer === read) {
      await this.#deps.openText(`${name} ${version} ${hash.slice(0, 12)}.md`, visibleLines(text));
      this.#opened.add(`${name} ${version} ${hash}`);
    }
    return isOpened && answer === use;
  }
}
