import { root } from "../paths.ts";
import { run } from "../run.ts";

/** Builds every bundle into dist/. */
export async function build(args: readonly string[] = []): Promise<void> {
  await run(process.execPath, ["esbuild.mjs", ...args], { cwd: root });
}
