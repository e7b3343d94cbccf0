import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { type Disposable, toDisposable } from "../../shared/base/lifecycle.ts";
import { isAlive } from "../../sharedNode/liveProcess.ts";

/**
 * Open conversations as empty files `<id>.<process id>`, visible to other windows of this machine. Marks of ended
 * processes are ignored.
 */
export class OpenMarks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  mark(id: string): Disposable {
    const path = join(this.#folder, `${id}.${process.pid}`);
    attempt(() => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(path, "", { mode: 0o600 });
    });
    return toDisposable(() => attempt(() => rmSync(path, { force: true })));
  }

  /** Conversations open in other processes. Deletes marks of ended processes. */
  async elsewhere(): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const { id = "", pid = "" } = /^(?<id>[\w-]+)\.(?<pid>\d{1,9})$/u.exec(name)?.groups ?? {};
      if (isElsewhere(Number(pid))) {
        ids.add(id);
      } else if (id !== "") {
        await rm(join(this.#folder, name), { force: true }).catch(() => undefined);
      }
    }
    return ids;
  }
}

function isElsewhere(pid: number): boolean {
  return pid !== 0 && pid !== process.pid && isAlive(pid);
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // A missing mark only affects other windows.
  }
}
