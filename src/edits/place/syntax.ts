export interface Syntax {
  readonly lineComments: readonly string[];
  readonly texts: readonly TextSyntax[];
  readonly hasCharacters?: boolean;
  readonly hasRegex?: boolean;
  readonly isRust?: boolean;
  /** One of its groups is the end word of a here-document. */
  readonly heredoc?: RegExp;
  readonly hasPreprocessor?: boolean;
  readonly isIndented?: boolean;
  readonly hasSelectors?: boolean;
}

interface TextSyntax {
  readonly start: string;
  readonly end: string;
  readonly hasEscapes: boolean;
  readonly canSpanLines: boolean;
  readonly opensCode?: string;
  readonly isDoubled?: boolean;
}

function text(
  start: string,
  end = start,
  more: Partial<Omit<TextSyntax, "start" | "end">> = {},
): TextSyntax {
  return { start, end, hasEscapes: true, canSpanLines: false, ...more };
}

const verbatim = { hasEscapes: false, canSpanLines: true, isDoubled: true };
const blockComment = text("/*", "*/", { hasEscapes: false, canSpanLines: true });
const markup = text("<!--", "-->", { hasEscapes: false, canSpanLines: true });
const triple = text('"""', '"""', { canSpanLines: true });
const double = text('"');
const single = text("'");

const cLike: Syntax = {
  lineComments: ["//"],
  texts: [blockComment, triple, double],
  hasCharacters: true,
};
const script: Syntax = {
  lineComments: ["//"],
  texts: [blockComment, double, single, text("`", "`", { canSpanLines: true, opensCode: "${" })],
  hasRegex: true,
};
const python: Syntax = {
  lineComments: ["#"],
  texts: [triple, text("'''", "'''", { canSpanLines: true }), double, single],
  isIndented: true,
};
const style: Syntax = {
  lineComments: [],
  texts: [blockComment, double, single],
  hasSelectors: true,
};
const other: Syntax = { lineComments: ["//", "#"], texts: [blockComment, double, single] };

const syntaxes = new Map<string, Syntax>(
  Object.entries({
    c: { ...cLike, texts: [blockComment, double], hasPreprocessor: true },
    csharp: {
      ...cLike,
      texts: [
        blockComment,
        triple,
        text('$@"', '"', verbatim),
        text('@$"', '"', verbatim),
        text('@"', '"', verbatim),
        double,
      ],
      hasPreprocessor: true,
    },
    css: style,
    go: {
      ...cLike,
      texts: [blockComment, double, text("`", "`", { hasEscapes: false, canSpanLines: true })],
    },
    html: { lineComments: [], texts: [markup, blockComment, double] },
    java: cLike,
    lua: { lineComments: ["--"], texts: [double, single] },
    php: {
      lineComments: ["//", "#"],
      texts: [
        blockComment,
        text('"', '"', { canSpanLines: true }),
        text("'", "'", { canSpanLines: true }),
      ],
      heredoc: /^<<<\s*["']?(\w+)["']?\s*$/u,
    },
    python,
    ruby: {
      lineComments: ["#"],
      texts: [double, single],
      hasRegex: true,
      heredoc: /^<<[~-](?:["'](\w+)["']|([A-Z_]+))/u,
    },
    rust: {
      ...cLike,
      texts: [blockComment, text('"', '"', { canSpanLines: true })],
      isRust: true,
    },
    scss: { ...style, lineComments: ["//"] },
    shell: {
      lineComments: ["#"],
      texts: [
        text('"', '"', { canSpanLines: true }),
        text("'", "'", { hasEscapes: false, canSpanLines: true }),
      ],
      heredoc: /^<<-?\s*(?:["'](\w+)["']|(\w+))/u,
    },
    sql: { lineComments: ["--"], texts: [blockComment, single] },
    swift: { ...cLike, texts: [blockComment, triple, double] },
    typescript: script,
    yaml: { lineComments: ["#"], texts: [], isIndented: true },
  }),
);

const names = new Map<string, string>(
  Object.entries({
    bash: "shell",
    "c#": "csharp",
    "c++": "c",
    cc: "c",
    cjs: "typescript",
    cpp: "c",
    cs: "csharp",
    cxx: "c",
    golang: "go",
    h: "c",
    hpp: "c",
    htm: "html",
    javascript: "typescript",
    javascriptreact: "typescript",
    js: "typescript",
    json: "typescript",
    jsonc: "typescript",
    jsx: "typescript",
    kotlin: "java",
    kt: "java",
    less: "scss",
    mjs: "typescript",
    "objective-c": "c",
    py: "python",
    python3: "python",
    pyi: "python",
    rb: "ruby",
    rs: "rust",
    sass: "scss",
    scala: "java",
    sh: "shell",
    shellscript: "shell",
    svelte: "typescript",
    ts: "typescript",
    tsx: "typescript",
    typescriptreact: "typescript",
    vue: "html",
    xml: "html",
    yml: "yaml",
    zsh: "shell",
  }),
);

export function syntaxOf(language: string): Syntax {
  const name = language.toLowerCase();
  return syntaxes.get(names.get(name) ?? name) ?? other;
}
