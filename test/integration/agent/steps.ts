/** A call of a tool in a step of a trajectory. */
export function call(tool: string, args: object): object {
  return { tool, args };
}

/** A call that replaces one text of a file. */
export function edit(path: string, oldText: string, newText: string): object {
  return call("edit_file", { path, edits: [{ old_text: oldText, new_text: newText }] });
}

/** A file that the runs of tests edit. */
export const greet = 'function greet() {\n  return "Hello";\n}\n';

/** A step that runs a command. */
export function command(text: string): object {
  return { calls: [{ tool: "run_command", args: { command: text, purpose: "look" } }] };
}

/** The steps of a run that reads `a.txt` and makes its "one" a "two". */
export const changeOne = [
  { calls: [{ tool: "read_file", args: { path: "a.txt" } }] },
  {
    expect: "one",
    calls: [
      { tool: "edit_file", args: { path: "a.txt", edits: [{ old_text: "one", new_text: "two" }] } },
    ],
  },
  { text: "Ready." },
];
