export interface EditorFacts {
  readonly name: string;
  /** Where a person puts an unpacked extension; absent if the pages do not name it. */
  readonly extensions?: string;
  /** The scheme of links that the editor opens; absent for an editor in a browser. */
  readonly scheme?: string;
}

export const editors: readonly EditorFacts[] = [
  { name: "VS Code", extensions: "~/.vscode/extensions", scheme: "vscode" },
  { name: "VS Code Insiders", scheme: "vscode-insiders" },
  { name: "Cursor", extensions: "~/.cursor/extensions", scheme: "cursor" },
  { name: "Windsurf", extensions: "~/.windsurf/extensions", scheme: "windsurf" },
  { name: "VSCodium", extensions: "~/.vscode-oss/extensions", scheme: "vscodium" },
  { name: "code-server", extensions: "~/.local/share/code-server/extensions" },
  { name: "Kiro", extensions: "~/.kiro/extensions", scheme: "kiro" },
  { name: "Antigravity", extensions: "~/.antigravity/extensions", scheme: "antigravity" },
  { name: "Trae", extensions: "~/.trae/extensions", scheme: "trae" },
];

/** The language of a page without scripts, by `Accept-Language`. */
export function languageOf(acceptLanguage: string): "en" | "pt-BR" {
  return /^\s*pt\b/iu.test(acceptLanguage) ? "pt-BR" : "en";
}
