import type { AttachedCode } from "./conversation.ts";

export interface CodeLanguage {
  readonly name: string;
  readonly comment: RegExp;
  readonly import: RegExp | undefined;
  /** The first group of a pattern is the name; the first match wins. */
  readonly declarations: readonly (readonly [string, RegExp])[];
}

const slashComment = /^\s*(?:\/\/|\/\*|\*(?!\w))/u;
const hashComment = /^\s*#/u;

const script: CodeLanguage = {
  name: "JavaScript",
  comment: slashComment,
  import:
    /^\s*(?:import\b.*?from\s*["']([^"']+)|import\s*["']([^"']+)|(?:const|let|var)\b.*\brequire\(["']([^"']+)|\} from ["']([^"']+))/u,
  declarations: [
    ["class", /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+([\w$]+)/u],
    ["interface", /^\s*(?:export\s+)?(?:declare\s+)?interface\s+([\w$]+)/u],
    ["type", /^\s*(?:export\s+)?type\s+([\w$]+)\s*(?:<[^=]*)?=/u],
    ["enum", /^\s*(?:export\s+)?(?:const\s+)?enum\s+([\w$]+)/u],
    ["function", /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)/u],
    [
      "function",
      /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)[^=]*=>|[\w$]+\s*=>|\($)/u,
    ],
    ["constant", /^(?:export\s+)?const\s+([\w$]+)/u],
    [
      "method",
      /^\s+(?:(?:public|private|protected|static|override|readonly|async|get|set)\s+)*\*?(#?[\w$]+)\s*(?:<[^(]*>)?\([^)]*\)[^;=]*\{\s*$/u,
    ],
  ],
};

const brackets: CodeLanguage = {
  name: "C-like",
  comment: slashComment,
  import:
    /^\s*(?:#include\s*[<"]([^>"]+)|(?:import|using|use)\s+(?:static\s+)?([\w.:\\*{}, ]+);?)/u,
  declarations: [
    ["class", /^\s*(?:[\w@]+\s+)*(?:class|struct|record|object|trait|impl)\s+(\w+)/u],
    ["interface", /^\s*(?:\w+\s+)*interface\s+(\w+)/u],
    ["enum", /^\s*(?:\w+\s+)*enum\s+(?:class\s+)?(\w+)/u],
    ["function", /^\s*(?:\w+\s+)*(?:fun|fn|func|function)\s+(?:\([^)]*\)\s*)?(\w+)/u],
    ["method", /^\s*(?:[\w<>[\],.*&:?]+\s+)+[*&]?(\w+)\s*\([^;]*\)?[^;=]*\{?\s*$/u],
  ],
};

const python: CodeLanguage = {
  name: "Python",
  comment: hashComment,
  import: /^\s*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))/u,
  declarations: [
    ["class", /^\s*class\s+(\w+)/u],
    ["method", /^\s+(?:async\s+)?def\s+(\w+)/u],
    ["function", /^(?:async\s+)?def\s+(\w+)/u],
    ["constant", /^([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=/u],
  ],
};

const ruby: CodeLanguage = {
  name: "Ruby",
  comment: hashComment,
  import: /^\s*require(?:_relative)?\s+["']([^"']+)/u,
  declarations: [
    ["class", /^\s*(?:class|module)\s+([\w:]+)/u],
    ["method", /^\s*def\s+(?:self\.)?([\w?!]+)/u],
  ],
};

const shell: CodeLanguage = {
  name: "Shell",
  comment: hashComment,
  import: /^\s*(?:source|\.)\s+(\S+)/u,
  declarations: [["function", /^\s*(?:function\s+)?([\w-]+)\s*\(\)/u]],
};

const markdown: CodeLanguage = {
  name: "Markdown",
  comment: /^\s*<!--/u,
  import: undefined,
  declarations: [["heading", /^#{1,6}\s+(.{1,100})/u]],
};

const css: CodeLanguage = {
  name: "CSS",
  comment: /^\s*\/?\*/u,
  import: /^\s*@(?:import|use)\s+(?:url\()?["']?([^"');]+)/u,
  declarations: [["rule", /^([^\s@}/][^{]{0,100}?)\s*\{/u]],
};

const sql: CodeLanguage = {
  name: "SQL",
  comment: /^\s*--/u,
  import: undefined,
  declarations: [
    [
      "definition",
      /^\s*create\s+(?:or\s+replace\s+)?(?:\w+\s+)?(?:table|view|index|function|procedure|trigger)\s+(?:if\s+not\s+exists\s+)?([\w."]+)/iu,
    ],
  ],
};

const text: CodeLanguage = { name: "Text", comment: /^(?!)/u, import: undefined, declarations: [] };

const languages: Readonly<Record<string, CodeLanguage>> = {
  typescript: { ...script, name: "TypeScript" },
  javascript: script,
  python,
  ruby,
  shell,
  markdown,
  css,
  sql,
  java: { ...brackets, name: "Java" },
  kotlin: { ...brackets, name: "Kotlin" },
  csharp: { ...brackets, name: "C#" },
  c: { ...brackets, name: "C" },
  cpp: { ...brackets, name: "C++" },
  go: { ...brackets, name: "Go" },
  rust: { ...brackets, name: "Rust" },
  php: { ...brackets, name: "PHP" },
  swift: { ...brackets, name: "Swift" },
};

const aliases: Readonly<Record<string, string>> = {
  ts: "typescript",
  tsx: "typescript",
  mts: "typescript",
  cts: "typescript",
  typescriptreact: "typescript",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  javascriptreact: "javascript",
  py: "python",
  rb: "ruby",
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  shellscript: "shell",
  md: "markdown",
  scss: "css",
  less: "css",
  kt: "kotlin",
  cs: "csharp",
  h: "c",
  hpp: "cpp",
  cc: "cpp",
  rs: "rust",
};

export function languageOf({ languageId, path }: AttachedCode): CodeLanguage {
  const extension = /\.(\w{1,10})$/u.exec(path)?.[1] ?? "";
  const found = [languageId, extension]
    .map((name) => name.toLowerCase())
    .map((name) => aliases[name] ?? name)
    .find((name) => Object.hasOwn(languages, name));
  return (found === undefined ? undefined : languages[found]) ?? text;
}
