/** More than this cannot be shown whole in a question. */
const maxLength = 2_000;
const maxLines = 25;

export type ShellCommands =
  | { readonly kind: "commands"; readonly text: string; readonly lineCount: number }
  /** It holds characters that a person would not see, or gaps beyond which nobody looks. */
  | { readonly kind: "hidden" }
  /** Too much to be read in a question. */
  | { readonly kind: "long" }
  | { readonly kind: "empty" };

/** So many blanks within a line push what follows out of sight. */
const gap = /\S[^\S\n]{20,}\S/u;

/**
 * What a shell block would type: exactly what is shown, without the prompts that some answers write. Tabs become
 * spaces: a shell takes a typed one for the wish to complete a name, which nobody has seen then.
 */
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

/** Where a line begins with `$ `, those without it are output. */
function withoutPrompts(lines: readonly string[]): readonly string[] {
  const commands = lines.filter((line) => /^\s*\$ /u.test(line));
  return commands.length === 0 ? lines : commands.map((line) => line.replace(/^\s*\$ /u, ""));
}
