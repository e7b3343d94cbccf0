import { root } from "../paths.ts";
import { run } from "../run.ts";

/** Runs types, lint, format and dead code; a failure does not stop the rest. */
export async function check(): Promise<void> {
  const failures: string[] = [];
  for (const [program = "", ...args] of commands) {
    try {
      await run(program, args, { cwd: root });
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (failures.length > 0) {
    throw new Error(failures.join("\n"));
  }
}

const commands: readonly (readonly string[])[] = [
  ...[".", "src/webview", "src/console", "test", "bench"].map((project) => ["tsc", "-p", project]),
  ["oxlint", "--deny-warnings"],
  ["oxfmt", "--check", "."],
  ["knip"],
];
