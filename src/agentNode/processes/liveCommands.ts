import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { isAlive } from "../../sharedNode/liveProcess.ts";
import { regularText } from "../../sharedNode/regularFile.ts";
import { beginningOf } from "./processBeginning.ts";
import { signalTree } from "./processTree.ts";

const processSchema = z.object({
  pid: z.int().check(z.minimum(2)),
  began: z.string().check(z.maxLength(100)),
});
const noteSchema = z.object({
  host: processSchema,
  command: processSchema,
  mark: z.string().check(z.minLength(1), z.maxLength(200)),
  script: z.string().check(z.maxLength(1_000)),
});

/** A command of a dead process. Another process may have got its number. */
export interface LeftCommand {
  readonly pid: number;
  readonly began: string;
  readonly script: string;
}

const prefix = "command-";
const maxScript = 200;
const maxBytes = 65_536;

/**
 * Records a command, so that a later process can end it if this process dies; needed where marks cannot be read. The
 * returned function deletes the record.
 */
export async function noteLiveCommand(
  folder: string,
  { pid, mark, script }: { readonly pid: number; readonly mark: string; readonly script: string },
): Promise<() => Promise<void>> {
  const file = join(folder, `${prefix}${randomUUID()}`);
  const [began, hostBegan] = await Promise.all([beginningOf(pid), beginningOf(process.pid)]);
  const note: z.infer<typeof noteSchema> = {
    host: { pid: process.pid, began: hostBegan },
    command: { pid, began },
    mark,
    script: script.slice(0, maxScript),
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.tmp`, JSON.stringify(note), { mode: 0o600 });
  await rename(`${file}.tmp`, file);
  return () => rm(file, { force: true });
}

/**
 * Ends only processes whose start time is as recorded.
 *
 * @returns the other processes, which may still run.
 */
export async function endDeadCommands(folder: string): Promise<readonly LeftCommand[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.startsWith(prefix) && !name.endsWith(".tmp"));
  const left = await Promise.all(files.map((name) => endDead(join(folder, name))));
  return left.flatMap((one) => one ?? []);
}

async function endDead(file: string): Promise<LeftCommand | undefined> {
  const note = readNote(file);
  if (!note || (await isSame(note.host)) !== "no") {
    return undefined;
  }
  const { command, mark, script } = note;
  const same = await isSame(command);
  if (same === "unknown") {
    return { ...command, script };
  }
  if (same === "yes") {
    await signalTree({ leader: command.pid, mark }, "SIGKILL");
  }
  await rm(file, { force: true });
  return undefined;
}

function readNote(file: string): z.infer<typeof noteSchema> | undefined {
  // Without a text, the command has just ended.
  return noteSchema.safeParse(parseJson(regularText(file, maxBytes) ?? "")).data;
}

/** False if another process has the number now. */
async function isSame({
  pid,
  began,
}: z.infer<typeof processSchema>): Promise<"yes" | "no" | "unknown"> {
  if (!isAlive(pid)) {
    return "no";
  }
  const current = await beginningOf(pid);
  if (began === "" || current === "") {
    return "unknown";
  }
  return began === current ? "yes" : "no";
}
