/**
 * A program that changes a workspace as the agent does, at random, until it is killed: by its file tools, by commands,
 * by undoing and by going back. Arguments: folder of the store, workspace, seed. It prints a line at each step.
 */
import { renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

import { FileLedger } from "../../../src/agent/tools/base/fileLedger.ts";
import { fileTools } from "../../../src/agent/tools/fileTools.ts";
import { openCheckpoints } from "../../../src/agentNode/checkpoints/checkpointStore.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";

const [folder = "", root = "", seed = "1"] = process.argv.slice(2);
let state = Number(seed);

/** A whole number below `count`. */
function pick(count: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
}

function randomText(): string {
  return `line ${pick(1_000)}\n`.repeat(1 + pick(2_000));
}

function anyFile(): string {
  return `f${pick(12)}.txt`;
}

async function main(): Promise<void> {
  const store = await openCheckpoints(folder, Date.now);
  const { journal } = store;
  const watch = store.watchCommands({
    roots: [root],
    home: folder,
    path: process.env["PATH"] ?? "",
    maxMs: 60_000,
  });
  const workspace = await NodeWorkspace.open(root);
  const tools = fileTools(workspace, new FileLedger(), {
    usesPatches: false,
    checkpoints: journal,
  });
  const { signal } = new AbortController();
  const call = async (name: string, args: object): Promise<void> => {
    const tool = tools.find(({ definition }) => definition.name === name);
    const prepared = await tool?.prepare(args, signal);
    if (prepared?.kind === "ready") {
      await prepared.run(signal);
    }
  };
  const acts: readonly (() => Promise<void>)[] = [
    async () => {
      const path = anyFile();
      await call("read_file", { path });
      await call("write_file", { path, content: randomText(), overwrite: true });
    },
    async () => {
      const path = anyFile();
      await call("read_file", { path });
      await call("delete_file", { path });
    },
    async () => {
      const path = anyFile();
      await call("read_file", { path });
      await call("move_file", { from: path, to: `moved/${anyFile()}` });
    },
    async () => {
      const watched = await watch.begin();
      writeSync(1, "command\n");
      rmSync(join(root, anyFile()), { force: true });
      writeFileSync(join(root, anyFile()), randomText());
      writeFileSync(join(root, `made${pick(5)}.txt`), randomText());
      try {
        renameSync(join(root, anyFile()), join(root, anyFile()));
      } catch {
        // It is not there now.
      }
      writeSync(1, "command ends\n");
      await watched?.end();
    },
    async () => {
      const files = await store.changes().list();
      const file = files[pick(Math.max(1, files.length))];
      if (file) {
        await store.changes().undo(file.path);
      }
    },
    async () => {
      const { checkpoints } = journal;
      const some = checkpoints[pick(checkpoints.length)];
      const steps = await journal.plan(some?.id ?? "");
      await journal.restore(steps.slice(0, 3), "back");
    },
  ];
  await journal.begin(`round ${seed}`);
  for (;;) {
    const act = pick(20);
    writeSync(1, `${act}\n`);
    await acts[act < 8 ? 0 : act < 11 ? 1 : act < 13 ? 2 : act < 17 ? 3 : act < 19 ? 4 : 5]?.();
  }
}

await main();
