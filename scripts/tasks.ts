/** The npm scripts: `tasks.ts <name> [arguments]`, always run on the package's own Node by bootstrap.mjs. */
import { run } from "./run.ts";

const [name = "", ...rest] = process.argv.slice(2);

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  build: () => run("node", ["esbuild.mjs", ...rest]),
  watch: () => run("node", ["esbuild.mjs", "--watch"]),
  check,
  "test:unit": () => run("vitest", ["run", "--project", "unit", ...rest]),
};

async function check(): Promise<void> {
  for (const project of [".", "src/webview", "test", "bench"]) {
    await run("tsc", ["-p", project]);
  }
  await run("oxlint", ["--deny-warnings"]);
  await run("oxfmt", ["--check", "."]);
  await run("knip", []);
}

const task = tasks[name];
if (!task) {
  console.error(`Unknown task "${name}". Known: ${Object.keys(tasks).join(", ")}`);
  process.exit(2);
}
try {
  await task();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
