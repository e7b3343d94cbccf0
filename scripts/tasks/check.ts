import { run } from "../run.ts";

/** Types, lint, format and dead code. */
export async function check(): Promise<void> {
  for (const project of [".", "src/webview", "test", "bench"]) {
    await run("tsc", ["-p", project]);
  }
  await run("oxlint", ["--deny-warnings"]);
  await run("oxfmt", ["--check", "."]);
  await run("knip", []);
}
