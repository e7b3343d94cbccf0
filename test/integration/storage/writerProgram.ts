/**
 * A program that writes to one conversation and says on stdout, by the number of the message, what is kept.
 * Arguments: folder, number of the first message; it goes on until it is killed. When a write fails it says
 * so, waits for a line on stdin and writes what was left, then ends.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline/promises";

import { ConversationFiles } from "../../../src/extension/storage/conversationFiles.ts";
import type { UserMessage } from "../../../src/shared/conversation/conversation.ts";

const [folder = "", first = "0"] = process.argv.slice(2);
const files = new ConversationFiles(folder);

async function writeOne(number: number): Promise<void> {
  const message: UserMessage = {
    role: "user",
    id: `m${number}`,
    parentId: number === 0 ? null : `m${number - 1}`,
    createdAt: number,
    text: `message ${number} ${"ã".repeat((number * 397) % 3000)}`,
    attachments: [],
  };
  await files.append("c1", [{ kind: "userMessageAdded", message }]);
  writeSync(1, `${number}\n`);
}

async function main(): Promise<void> {
  await files.load("c1");
  for (let number = Number(first); ; number += 1) {
    try {
      await writeOne(number);
    } catch {
      writeSync(1, `failed ${number}\n`);
      const input = createInterface({ input: process.stdin });
      await input.question("");
      input.close();
      await files.append("c1", []);
      writeSync(1, `kept ${number}\n`);
      return;
    }
  }
}

await main();
