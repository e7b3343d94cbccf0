/** A longer text cannot be shown whole in a question. */
const maxLength = 2_000;
const maxLines = 25;

export type ShellCommands =
  | { readonly kind: "commands"; readonly text: string; readonly lineCount: number }
  /** The text has invisible characters, or gaps that push a part out of sight. */
  | { readonly kind: "hidden" }
  | { readonly kind: "long" }
  | { readonly kind: "empty" };

/** This many blanks push the rest of a line out of sight. */
const gap = /\S[^\S\n]{20,}\S/u;

/** Exactly the visible text, without prompts. A tab becomes spaces, because a shell completes names at a typed tab. */
export function shellCommands(code: string): ShellCommands {
  const lines = code.replaceAll("\r\n", "\n").replaceAll("\t", "    ").split("\n");
  const text = withoutPrompts(lines).join("\n").trim();
  if (text === "") {
    return { kind: "empty" };
  }
  const unseen = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/u;
  if (unseen.test(text) || gap.test(text)) {
    return { kind: "hidden" };
  }
  const lineCount = text.split("\n").length;
  return text.length > maxLength || lineCount > maxLines
    ? { kind: "long" }
    : { kind: "commands", text, lineCount };
}

function withoutPrompts(lines: readonly string[]): readonly string[] {
  const commands = lines.filter((line) => /^\s*\$ /u.test(line));
  return commands.length === 0 ? lines : commands.map((line) => line.replace(/^\s*\$ /u, ""));
}
