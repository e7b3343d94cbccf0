import { expect, test } from "vitest";

import { agentStep } from "../../../../../src/hubServer/lab/demo/agentTasks.ts";

const names = ["search_text", "edit_file", "write_file", "run_command"];

/** The step after a file was renamed in and the tests have run, as the command's result says. */
function afterTests(task: string, tests: string): unknown {
  const line = "export interface RetryOptions {";
  const results = [`src/retry.ts:3: ${line}`, `3\t${line}`, "Done.", tests];
  return agentStep({
    messages: [
      { role: "user", text: task },
      ...results.map((text) => ({ role: "tool", text }) as const),
    ],
    tools: names.map((name) => ({ name })),
    mayCallTools: true,
    toolChoice: { isRequired: false, name: undefined },
  });
}

const en = "Rename RetryOptions to RetryPolicy and run the tests.";

test("the output of the tests is shown after a renaming", () => {
  expect(afterTests(en, "ℹ tests 10\nℹ pass 10\n")).toEqual({
    kind: "text",
    text: expect.stringMatching(/what the tests said:[^]*pass 10/u) as string,
  });
});

/** The step after the failing test was to be mended and has run. */
function afterRun(task: string, output: string): unknown {
  return agentStep({
    messages: [
      { role: "user", text: task },
      { role: "tool", text: output },
    ],
    tools: names.map((name) => ({ name })),
    mayCallTools: true,
    toolChoice: { isRequired: false, name: undefined },
  });
}

const mend = "Fix the failing test in src/status.spec.mjs";

test.each([
  [mend, "ℹ tests 2\nℹ suites 0\nℹ pass 2\nℹ fail 0\n", /nothing to mend, the tests pass:/u],
  ["Conserte o teste em src/a.mjs", "# pass 2\n# fail 0\n", /os testes passam:/u],
  [mend, "ℹ pass 1\nℹ fail 1\n", /nothing that I can mend by rules:/u],
  [mend, "ℹ pass 0\nℹ fail 0\n", /nothing that I can mend by rules:/u],
])(
  "what there is to mend is said of tests that pass, and of those that say nothing",
  (task, output, said) => {
    expect(afterRun(task, output)).toEqual({
      kind: "text",
      text: expect.stringMatching(said) as string,
    });
  },
);
