import { beforeEach, expect, test, vi } from "vitest";

import {
  attachFailedCommand,
  FailedCommands,
} from "../../../../src/extension/context/failedCommands.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

type Listener = (event: unknown) => void;

const editor = vi.hoisted(() => ({
  start: undefined as Listener | undefined,
  end: undefined as Listener | undefined,
  messages: [] as string[],
}));

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  commands: { executeCommand: () => Promise.resolve() },
  window: {
    onDidStartTerminalShellExecution: (listener: Listener) => {
      editor.start = listener;
      return { dispose: () => undefined };
    },
    onDidEndTerminalShellExecution: (listener: Listener) => {
      editor.end = listener;
      return { dispose: () => undefined };
    },
    showInformationMessage: (text: string) => editor.messages.push(text),
  },
}));

let failed: FailedCommands;

beforeEach(() => {
  editor.messages = [];
  failed = new FailedCommands(new FakeClock());
});

async function* streamOf(parts: readonly string[]): AsyncGenerator<string> {
  for (const part of parts) {
    yield await Promise.resolve(part);
  }
}

/** As in the editor, output that comes before `read` was called is lost. */
async function run(
  command: string,
  output: readonly string[],
  exitCode: number | undefined,
): Promise<void> {
  let hasCome = false;
  const execution = {
    commandLine: { value: command },
    read: () => streamOf(hasCome ? [] : output),
  };
  editor.start?.({ execution });
  hasCome = true;
  editor.end?.({ execution, exitCode, terminal: { name: "bash" } });
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test("the last command that failed is known with the end of its output", async () => {
  await run("npm test", ["\u001B[31m1 failed\u001B[0m\r\n", "see above"], 1);
  await run("ls", ["a b"], 0);
  expect(failed.last).toEqual({
    command: "npm test",
    terminal: "bash",
    exitCode: 1,
    output: "1 failed\nsee above",
  });
  const [attachment] = attachFailedCommand(failed.last);
  expect(attachment?.content).toBe("$ npm test\n1 failed\nsee above\n[exit code 1]");
});

test("neither a command that was interrupted nor one of unknown end has failed", async () => {
  await run("sleep 100", [], 130);
  await run("exit", [], undefined);
  expect(failed.last).toBeUndefined();
  expect(attachFailedCommand(failed.last)).toEqual([]);
  expect(editor.messages).toHaveLength(1);
});

test("endless output is bounded", async () => {
  await run(
    "yes",
    Array.from({ length: 200 }, () => "y\n".repeat(1_000)),
    1,
  );
  expect(failed.last?.output.length).toBeLessThanOrEqual(20_000);
});
