import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { ConversationFiles } from "../../../src/extension/storage/conversationFiles.ts";
import { testProgram } from "../../support/programs.ts";
import { WriterProcess, writerSource } from "./writerProcess.ts";

/** Then the next conversation begins, because each is read as a whole after each kill. */
const killsPerConversation = 20;
/** More than processors, so that a writer is also killed while it waits for one. */
const writersAtOnce = 4;

let program: string;
let folder: string;

/** Writers of conversations that are killed. */
export function testWriterKills(kills: number): void {
  beforeAll(async () => {
    program = await testProgram(writerSource);
    folder = await mkdtemp(join(tmpdir(), "ai-hub-"));
    return () => rm(folder, { recursive: true, force: true });
  });

  test(
    `of ${kills} writers killed at any moment none loses a message that it said was kept`,
    { timeout: 60_000 + kills * 2_000 },
    async () => {
      let left = kills;
      const killSome = async (lane: number): Promise<void> => {
        for (let turn = 0; left > 0; turn += 1) {
          const rounds = Math.min(left, killsPerConversation);
          left -= rounds;
          await killWriters(join(folder, `${lane}-${turn}`), rounds);
        }
      };
      await Promise.all(Array.from({ length: writersAtOnce }, (_, lane) => killSome(lane)));
      expect(left).toBe(0);
    },
  );
}

export async function keptIds(path: string): Promise<readonly string[]> {
  const { conversation } = await new ConversationFiles(path).load("c1");
  return conversation.messages.map(({ id }) => id);
}

/** Kills one writer after the other of the same conversation. */
async function killWriters(path: string, rounds: number): Promise<void> {
  let next = 0;
  for (let round = 0; round < rounds; round += 1) {
    const writer = new WriterProcess(program, [path, String(next)]);
    const lines = 1 + ((round * 7) % 23);
    await writer.until(() => writer.lines.length >= lines);
    await writer.kill();
    const ids = await keptIds(path);
    const said = writer.lines.map((line) => `m${line}`);
    expect(said.length).toBeGreaterThanOrEqual(lines);
    expect(ids).toEqual(expect.arrayContaining(said));
    // At most the one message that was being written comes besides.
    expect(ids.length - next).toBeLessThanOrEqual(said.length + 1);
    expect(ids).toEqual(Array.from(ids, (_, index) => `m${index}`));
    next = ids.length;
  }
}
