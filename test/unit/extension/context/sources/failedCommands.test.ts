import { beforeEach, expect, test, vi } from "vitest";

import {
  attachFailedCommand,
  FailedCommands,
} from "../../../../../src/extension/context/sources/failedCommands.ts";
import { FakeClock } from "../../../../support/fakeClock.ts";

type Listener = (event: unknown) => void;

const editor = vi.hoisted(() => ({
  start: undefined as Listener | undefined,
  end: undefined as Listener | undefined,
  messages: [] as string[],
  clipboard: "",
  /** The terminal with the focus, and what its last command wrote on it. */
  active: { name: "zsh" },
  shown: "",
}));

const bash = { name: "bash" };

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  commands: {
    executeCommand: (command: string) => {
      if (command.endsWith("copyLastCommandAndLastCommandOutput") && editor.shown !== "") {
        editor.clipboard = editor.shown;
      }
      return Promise.resolve();
    },
  },
  env: {
    clipboard: {
      readText: () => Promise.resolve(editor.clipboard),
      writeText: (text: string) => {
        editor.clipboard = text;
        return Promise.resolve();
      },
    },
  },
  window: {
    get activeTerminal() {
      return editor.active;
    },
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
  editor.clipboard = "copied before";
  editor.active = bash;
  editor.shown = "";
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
  editor.end?.({ execution, exitCode, terminal: bash });
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test("the last command that failed is known with the end of its output", async () => {
  await run("npm test", ["\u001B[31m1 failed\u001B[0m\r\n", "see above"], 1);
  await run("ls", ["a b"], 0);
  expect(failed.last).toEqual({
    command: "npm test",
    terminal: bash,
    exitCode: 1,
    output: "1 failed\nsee above",
  });
  const [attachment] = await attachFailedCommand(failed.last);
  expect(attachment?.content).toBe("$ npm test\n1 failed\nsee above\n[exit code 1]");
  expect(attachment?.info).toMatchObject({ name: "npm test", path: "bash" });
});

test("output that the editor dropped is read from the terminal, and the clipboard keeps its text", async () => {
  editor.shown = "ls /nope\r\nls: cannot access '/nope'\r\n";
  await run("ls /nope", [], 2);
  const [attachment] = await attachFailedCommand(failed.last);
  expect(attachment?.content).toBe("$ ls /nope\nls: cannot access '/nope'\n[exit code 2]");
  expect(attachment?.info.name).toBe("ls /nope");
  expect(editor.clipboard).toBe("copied before");
  expect(editor.messages).toEqual([]);
});

test.each([
  ["another command ran in the terminal since", "pwd\n/home\n", bash],
  ["another terminal is active", "ls /nope\nls: cannot access '/nope'\n", { name: "zsh" }],
  ["the command wrote nothing", "", bash],
])("that no output is known is written and said: %s", async (_why, shown, active) => {
  editor.shown = shown;
  editor.active = active;
  await run("ls /nope", [], 2);
  const [attachment] = await attachFailedCommand(failed.last);
  expect(attachment?.content).toBe(
    "$ ls /nope\n(no output: the command wrote none, or the editor passed none on)\n[exit code 2]",
  );
  expect(editor.messages).toEqual([expect.stringContaining("Explain Terminal Selection")]);
  expect(editor.clipboard).toBe("copied before");
});

test("neither a command that was interrupted nor one of unknown end has failed", async () => {
  await run("sleep 100", [], 130);
  await run("exit", [], undefined);
  expect(failed.last).toBeUndefined();
  expect(await attachFailedCommand(failed.last)).toEqual([]);
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
