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
