import type { Dialect, Trajectory } from "../../src/hubServer/lab/play/trajectory.ts";

type Step = Trajectory["steps"][number];

/** A task that every agent plays: the files it begins with, and what the scripted model asks for. */
export interface PeerTask {
  readonly files: Readonly<Record<string, string>>;
  readonly trajectory: Trajectory;
}

const dialects: Readonly<Record<string, Dialect>> = {
  opencode: {
    read_file: { name: "read", args: { filePath: "{path}" } },
    edit_file: {
      name: "edit",
      args: {
        filePath: "{path}",
        oldString: "{edits.0.old_text}",
        newString: "{edits.0.new_text}",
      },
    },
    run_command: { name: "bash", args: { command: "{command}", description: "{purpose}" } },
  },
  "claude-code": {
    read_file: { name: "Read", args: { file_path: "{path}" } },
    edit_file: {
      name: "Edit",
      args: {
        file_path: "{path}",
        old_string: "{edits.0.old_text}",
        new_string: "{edits.0.new_text}",
      },
    },
    run_command: { name: "Bash", args: { command: "{command}", description: "{purpose}" } },
  },
};

function sourceText(number: number): string {
  const lines = Array.from({ length: 40 }, (_, line) => `export const value${line} = ${line};`);
  return [`export const name = "file ${number}";`, ...lines, ""].join("\n");
}

function filesOf(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`src/file${number}.js`, sourceText(number)]),
  );
}

function taskOf(files: PeerTask["files"], steps: readonly Step[]): PeerTask {
  return { files, trajectory: { steps: [...steps, { text: "Done." }], chunking: 40, dialects } };
}

function read(path: string): Step {
  return { calls: [{ tool: "read_file", args: { path } }] };
}

/** Fifty files, one read a step. */
export function readingTask(folder: string): PeerTask {
  const files = filesOf(50);
  return taskOf(
    files,
    Object.keys(files).map((path) => read(`${folder}/${path}`)),
  );
}

/** Twelve files, each read, changed in one place and looked at by a command. */
export function changingTask(folder: string): PeerTask {
  const files = filesOf(12);
  const steps = Object.keys(files).flatMap((path, number): readonly Step[] => [
    read(`${folder}/${path}`),
    {
      expect: `file ${number}`,
      calls: [
        {
          tool: "edit_file",
          args: {
            path: `${folder}/${path}`,
            edits: [{ old_text: `"file ${number}"`, new_text: `"changed ${number}"` }],
          },
        },
      ],
    },
    {
      calls: [
        { tool: "run_command", args: { command: `head -1 ${path}`, purpose: "See the change" } },
      ],
    },
  ]);
  return taskOf(files, [...steps, { expect: "changed 11", text: "All are changed." }]);
}
