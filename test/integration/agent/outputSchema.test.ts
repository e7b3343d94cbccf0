import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { AgentProgram } from "./agentProgram.ts";
import { changeOne } from "./steps.ts";

const program = new AgentProgram();
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterAll(() => lab.hubs.dispose());

const tree = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, more: { type: "array", items: { $ref: "#" } } },
};

function schemaFile(schema: unknown): string {
  const file = join(lab.hubs.home, "schema.json");
  writeFileSync(file, typeof schema === "string" ? schema : JSON.stringify(schema));
  return file;
}

async function run(schema: unknown, steps: readonly object[], ...more: readonly string[]) {
  const folder = lab.folder({ "a.txt": "one\n" });
  const flags = [...program.flags(folder), "--yes", "edit", ...more];
  return await program.run([
    ...flags,
    "--output-schema",
    schemaFile(schema),
    lab.trajectory(steps),
  ]);
}

const fitting = { name: "a", more: [{ name: "b" }] };

test("the answer by the schema alone is the output; a fence around it goes", async () => {
  const text = `\`\`\`json\n${JSON.stringify(fitting, undefined, 2)}\n\`\`\``;
  const { code, lines, stderr } = await run(tree, [...changeOne.slice(0, 2), { text }]);
  expect([code, lines]).toEqual([0, [JSON.stringify(fitting)]]);
  expect(stderr).toContain("done: 3 steps");
});

test("an answer that does not fit is corrected once, with the words of the validator", async () => {
  const folder = lab.folder({});
  const steps = [{ text: '{"name": 1}' }];
  const flags = [...program.flags(folder), "--json", "--output-schema", schemaFile(tree)];
  const { code, lines } = await program.run([...flags, lab.trajectory(steps)]);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(code).toBe(5);
  expect(events.map(({ type }) => type)).toEqual(["text", "text", "end"]);
  expect(events.at(-1)).toMatchObject({
    outcome: "failed",
    reason: "The answer does not fit --output-schema: /name must be string.",
  });
  const { id = "" } = JSON.parse(
    (await program.run(["runs", "--json", "--cwd", folder])).lines[0] ?? "{}",
  ) as { readonly id?: string };
  const stored = lab.read(join(lab.hubs.home, "ours/agent/runs"), `${id}.json`);
  expect(stored).toContain("not valid by the JSON Schema of the task: /name must be string.");
});

test("a run that was not done has no answer, and its own code", async () => {
  const { code, lines } = await run(tree, changeOne, "--max-steps", "1");
  expect([code, lines]).toEqual([4, [""]]);
});

const circle = { $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } };

test.each<[string, unknown, string]>([
  ["is no JSON", "{", "is no JSON object"],
  ["is a list", [], "is no JSON object"],
  ["has 1 MB", { description: "x".repeat(1_048_576) }, "is larger than 64 KB"],
  ["has an unknown dialect", { $schema: "https://example.com/mine" }, "another dialect"],
  ["has an old dialect", { $schema: "http://json-schema.org/draft-04/schema#" }, "another dialect"],
  ["refers to itself", { $ref: "#" }, "# refers to itself without an end"],
  ["refers in a circle", circle, "refers to itself without an end"],
  ["refers to a page", { $ref: "https://example.com/a.json" }, "can't resolve reference"],
  ["refers to nothing", { $ref: "#/$defs/none" }, "can't resolve reference"],
  ["is no schema", { type: "nothing" }, "schema is invalid"],
  ["is very deep", `${'{"not":'.repeat(7_000)}{}${"}".repeat(7_000)}`, "cannot be used"],
])("a schema that %s is refused before anything is asked", async (_, schema, message) => {
  const { code, stderr } = await run(schema, [{ text: "{}" }]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
