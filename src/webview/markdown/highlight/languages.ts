import type { Grammar } from "./grammar.ts";
import type { LineHighlighter } from "./lineTokens.ts";
import { Tokenizer } from "./tokenizer.ts";

interface Language {
  readonly name: string;
  readonly aliases: string;
  readonly load?: () => Promise<Grammar>;
}

const javascript = () => import("./grammars/javascript.ts");
const html = () => import("./grammars/html.ts");
const c = () => import("./grammars/c.ts");
const css = async () => (await import("./grammars/css.ts")).css;

const languages: readonly Language[] = [
  {
    name: "TypeScript",
    aliases: "typescript ts mts cts",
    load: async () => (await javascript()).typescript,
  },
  { name: "TSX", aliases: "tsx typescriptreact", load: async () => (await javascript()).jsx },
  {
    name: "JavaScript",
    aliases: "javascript js mjs cjs node",
    load: async () => (await javascript()).jsx,
  },
  { name: "JSX", aliases: "jsx javascriptreact", load: async () => (await javascript()).jsx },
  {
    name: "JSON",
    aliases: "json jsonc json5 jsonl",
    load: async () => (await import("./grammars/json.ts")).json,
  },
  {
    name: "Python",
    aliases: "python py python3 pyi",
    load: async () => (await import("./grammars/python.ts")).python,
  },
  { name: "Java", aliases: "java", load: async () => (await import("./grammars/java.ts")).java },
  {
    name: "Kotlin",
    aliases: "kotlin kt kts",
    load: async () => (await import("./grammars/kotlin.ts")).kotlin,
  },
  { name: "C", aliases: "c h", load: async () => (await c()).cpp },
  { name: "C++", aliases: "cpp c++ cc cxx hpp hh hxx", load: async () => (await c()).cpp },
  {
    name: "C#",
    aliases: "csharp cs c#",
    load: async () => (await import("./grammars/csharp.ts")).csharp,
  },
  { name: "Go", aliases: "go golang", load: async () => (await import("./grammars/go.ts")).go },
  { name: "Rust", aliases: "rust rs", load: async () => (await import("./grammars/rust.ts")).rust },
  {
    name: "Swift",
    aliases: "swift",
    load: async () => (await import("./grammars/swift.ts")).swift,
  },
  { name: "PHP", aliases: "php", load: async () => (await import("./grammars/php.ts")).php },
  { name: "Ruby", aliases: "ruby rb", load: async () => (await import("./grammars/ruby.ts")).ruby },
  {
    name: "Shell",
    aliases: "bash sh shell zsh shellscript console terminal",
    load: async () => (await import("./grammars/shell.ts")).shell,
  },
  {
    name: "PowerShell",
    aliases: "powershell ps1 pwsh ps",
    load: async () => (await import("./grammars/powershell.ts")).powershell,
  },
  {
    name: "SQL",
    aliases: "sql postgresql postgres mysql sqlite plsql tsql",
    load: async () => (await import("./grammars/sql.ts")).sql,
  },
  { name: "HTML", aliases: "html htm vue svelte", load: async () => (await html()).html },
  { name: "XML", aliases: "xml svg xsd xsl plist csproj", load: async () => (await html()).xml },
  { name: "CSS", aliases: "css", load: css },
  { name: "SCSS", aliases: "scss sass", load: css },
  { name: "Less", aliases: "less", load: css },
  {
    name: "YAML",
    aliases: "yaml yml",
    load: async () => (await import("./grammars/yaml.ts")).yaml,
  },
  {
    name: "TOML",
    aliases: "toml ini properties env dotenv",
    load: async () => (await import("./grammars/toml.ts")).toml,
  },
  {
    name: "Markdown",
    aliases: "markdown md mdx",
    load: async () => (await import("./grammars/markdown.ts")).markdown,
  },
  {
    name: "Diff",
    aliases: "diff patch",
    load: async () => (await import("./grammars/diff.ts")).diff,
  },
  {
    name: "Dockerfile",
    aliases: "dockerfile docker containerfile",
    load: async () => (await import("./grammars/dockerfile.ts")).dockerfile,
  },
  { name: "Text", aliases: "text txt plaintext plain" },
];

const byAlias: ReadonlyMap<string, Language> = new Map(
  languages.flatMap((language) =>
    language.aliases.split(" ").map((alias): [string, Language] => [alias, language]),
  ),
);

const grammars = new Map<Language, Grammar>();
const loads = new Map<Language, Promise<void>>();

/** Unknown languages keep their spelling. */
export function languageName(alias: string): string {
  return byAlias.get(alias)?.name ?? alias;
}

export function loadLanguage(alias: string): "loaded" | Promise<void> | undefined {
  const language = byAlias.get(alias);
  if (!language?.load) {
    return undefined;
  }
  if (grammars.has(language)) {
    return "loaded";
  }
  const loading = loads.get(language) ?? load(language, language.load);
  loads.set(language, loading);
  return loading;
}

/** Loads a grammar; after a failure, the next block tries again. */
async function load(language: Language, from: () => Promise<Grammar>): Promise<void> {
  try {
    grammars.set(language, await from());
  } finally {
    loads.delete(language);
  }
}

export function createHighlighter(alias: string): LineHighlighter | undefined {
  const language = byAlias.get(alias);
  const grammar = language && grammars.get(language);
  return grammar && new Tokenizer(grammar);
}
