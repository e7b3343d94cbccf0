import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { openCheckpoints } from "../../../src/agentNode/checkpoints/checkpointStore.ts";
import { testProgram } from "../../support/programs.ts";
import { WriterProcess } from "../storage/writerProcess.ts";
import { bashIn } from "./bashIn.ts";

/** Then the next workspace begins, because each log is read as a whole after each kill. */
const killsPerWorkspace = 10;
const lanes = 4;

let program: string;
let folder: string;

/** Every file with its content and permissions, but for the halves that a killed write leaves beside its file. */
function filesIn(root: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.includes("/.git/") && !path.endsWith(".tmp")) {
      files[path] = `${statSync(path).mode.toString(8)} ${readFileSync(path, "utf8")}`;
    }
  }
  return files;
}

function makeWorkspace(root: string): void {
  mkdirSync(root, { recursive: true });
  for (let index = 0; index < 12; index += 1) {
    const mode = index % 3 === 0 ? 0o755 : 0o644;
    writeFileSync(join(root, `f${index}.txt`), `${index}\n`.repeat(500 * index), { mode });
  }
  // Some are Git's, one of them is edited, the others are untracked.
  bashIn(
    root,
    root,
    "git init -q && git add f0.txt f1.txt f2.txt f3.txt f4.txt && git commit -qm first",
  );
  writeFileSync(join(root, "f3.txt"), "edited\n");
}

async function killOnce(place: string, seed: number): Promise<void> {
  const [root, store] = [join(place, "workspace"), join(place, "store")];
  const before = filesIn(root);
  const changer = new WriterProcess(program, [store, root, String(seed)]);
  const lines = 1 + ((seed * 7) % 11);
  await changer.until(() => changer.lines.length >= lines);
  await changer.kill();
  const opened = await openCheckpoints(store, Date.now);
  const { journal } = opened;
  const watch = opened.watchCommands({
    roots: [root],
    home: store,
    path: process.env["PATH"] ?? "",
  });
  await watch.recover();
  const id = journal.checkpoints.find(({ label }) => label === `round ${seed}`)?.id ?? "";
  const plan = await journal.plan(id);
  expect(plan.filter(({ action }) => action === "blocked")).toEqual([]);
  const { failed } = await journal.restore(plan, "back");
  expect(failed).toEqual([]);
  expect(filesIn(root)).toEqual(before);
  for (const entry of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (entry.endsWith(".tmp")) {
      rmSync(join(root, entry));
    }
  }
}

/** An agent that is killed while it edits, runs commands, undoes and goes back. */
export function testCheckpointKills(kills: number): void {
  beforeAll(async () => {
    program = await testProgram(new URL("changerProgram.ts", import.meta.url));
    folder = await mkdtemp(join(tmpdir(), "ai-hub-kills-"));
    return () => rm(folder, { recursive: true, force: true });
  });

  test(
    `after ${kills} kills at any moment of edits, commands, undoing and going back every content comes back`,
    { timeout: 60_000 + kills * 4_000 },
    async () => {
      let next = 0;
      const killSome = async (lane: number): Promise<void> => {
        while (next < kills) {
          const place = join(folder, `${lane}-${next}`);
          makeWorkspace(join(place, "workspace"));
          for (let round = 0; round < killsPerWorkspace && next < kills; round += 1) {
            next += 1;
            await killOnce(place, next);
          }
        }
      };
      await Promise.all(Array.from({ length: lanes }, (_, lane) => killSome(lane)));
      expect(next).toBe(kills);
    },
  );
}
