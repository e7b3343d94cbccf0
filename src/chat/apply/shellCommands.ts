/** More than this cannot be shown whole in a question. */
const maxLength = 2_000;
const maxLines = 25;

export type ShellCommands =
  | { readonly kind: "commands"; readonly text: string; readonly lineCount: number }
  /** It holds characters that a person would not see. */
  | { readonly kind: "hidden" }
  /** Too much to be read in a question. */
  | { readonly kind: "long" }
  | { readonly kind: "empty" };

/** What a shell block would type: exactly what is shown, without the prompts that some answers write. */
export function shellCommands(code: string): ShellCommands {
  const lines = code.replaceAll("\r\n", "\n").split("\n");
  const text = withoutPrompts(lines).join("\n").trim();
  if (text === "") {
    return { kind: "empty" };
  }
  if (/[^\P{C}\n\t]|[\u2028\u2029\u115F\u1160\u3164\uFFA0]/u.test(text)) {
    return { kind: "hidden" };
  }
  const lineCount = text.split("\n").length;
  return text.length > maxLength || lineCount > maxLines
    ? { kind: "long" }
    : { kind: "commands", text, lineCount };
}

/** Where a line begins with `$ `, those without it are output. */
function withoutPrompts(lines: readonly string[]): readonly string[] {
  const commands = lines.filter((line) => /^\s*\$ /u.test(line));
  return commands.length === 0 ? lines : commands.map((line) => line.replace(/^\s*\$ /u, ""));
}
