import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";

/** Runs two programs that never end, one after the other, whatever becomes of the first. */
const task = `
  import { run } from ${JSON.stringify(join(root, "scripts", "run.ts"))};
  for (const name of ["first", "second"]) {
    const program = "console.log('" + name + "'); setInterval(() => {}, 1000)";
    await run("node", ["-e", program]).catch(({ message }) => console.log(message));
  }
`;

test("after Ctrl+C a task that goes on after a failure starts no further program", async () => {
  const runner = spawn(process.execPath, ["--input-type=module", "-e", task], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed: string[] = [];
  for await (const line of createInterface({ input: runner.stdout })) {
    printed.push(line);
    if (line === "first") {
      runner.kill("SIGINT");
    }
  }
  expect(printed).toEqual([
    "first",
    expect.stringMatching(/ ended with SIGINT$/u),
    "node is not started after SIGINT",
  ]);
});
