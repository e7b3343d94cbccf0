import { expect, test } from "vitest";

import type { Command, Commands } from "../../../../src/agent/command/commands.ts";
import { ReadOutput } from "../../../../src/agent/tools/runCommand.ts";

test("what was moved away from a command in the background is told when its output is read", async () => {
  const command: Command = {
    id: "1",
    ended: Promise.resolve({ kind: "exited", code: 0 }),
    movedAway: [{ path: "/w/sub/.git", to: "/kept/0-.git" }],
    output: () => ({ text: "made\n", characters: 5 }),
    stop: () => Promise.resolve(),
  };
  const commands = { find: () => command } as Partial<Commands> as Commands;
  const prepared = await new ReadOutput(commands).prepare({ id: "1" });
  const result = prepared.kind === "ready" && (await prepared.run(new AbortController().signal));
  expect(result).toMatchObject({
    text: "made\n\nMoved away, because it runs by itself: /w/sub/.git, now /kept/0-.git\nExit code 0.",
  });
});
