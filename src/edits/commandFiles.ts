/** Folders whose files tell an editor or a service what to run. */
const folders: ReadonlySet<string> = new Set([
  ".claude",
  ".cursor",
  ".devcontainer",
  ".github",
  ".husky",
  ".idea",
  ".vscode",
  ".windsurf",
  ".zed",
]);

const names =
  /\.(?:code-workspace|mcp\.json)$|^(?:\.mcp\.json|mcp\.json|\.envrc|\.git(?:attributes|modules|config)|\.(?:bash|zsh)(?:rc|env)|\.(?:bash_|zsh_)?profile|\.npmrc|\.pre-commit-config\.yaml|agents\.md|claude\.md)$/u;

/**
 * Whether a file, by its path with `/`, says what runs on this machine, or what models are told, without anybody
 * starting it: a change to one deserves more than a look in passing.
 */
export function runsByItself(path: string): boolean {
  const segments = path.toLowerCase().split("/");
  return (
    names.test(segments.at(-1) ?? "") ||
    segments.slice(0, -1).some((segment) => folders.has(segment))
  );
}
