import type * as vscode from "vscode";

import type { FileReason } from "../../completion/quiet.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { FileGate } from "./fileGate.ts";

const keptMs = 3_000;

interface Known {
  readonly reason: Promise<FileReason | undefined>;
  readonly at: number;
  readonly language: string;
}

/** Caches why files are not completed for three seconds, so that rules are not read at every key. */
export class FileReasons {
  readonly #gate: FileGate;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();

  constructor(gate: FileGate, clock: Clock) {
    this.#gate = gate;
    this.#clock = clock;
  }

  async against(document: vscode.TextDocument): Promise<FileReason | undefined> {
    const key = document.uri.toString();
    const { languageId: language } = document;
    const now = this.#clock.now();
    const known = this.#known.get(key);
    if (known && now - known.at < keptMs && known.language === language) {
      return await known.reason;
    }
    // Unreadable rules allow nothing.
    const reason = this.#gate.reasonAgainst(document).catch((): FileReason => "ignored");
    if (this.#known.size > 50) {
      this.#known.clear();
    }
    this.#known.set(key, { reason, at: now, language });
    return await reason;
  }

  renew(): void {
    this.#known.clear();
  }
}
