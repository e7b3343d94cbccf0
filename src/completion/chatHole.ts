import type { HoleRequest } from "./moment.ts";

const instructions =
  "You complete code. Between <before> and <after> a piece is missing at the cursor. Answer only with the missing text, " +
  "exactly as it stands in the file: no explanation, no fence, nothing of what is before or after. If nothing is " +
  "missing, answer with nothing.";

/** A hole for a chat model: its instructions and the one message. */
export function chatHole({ path, language, prefix, suffix, snippets, stop }: HoleRequest): {
  readonly system: string;
  readonly user: string;
} {
  const others = snippets
    .map((one) => `<file path="${one.path}">\n${one.text}\n</file>\n`)
    .join("");
  const length = stop.length > 0 ? "One line at most." : "A few lines at most.";
  return {
    system: instructions,
    user: `${others}File: ${path} (${language}). ${length}\n<before>${prefix}</before>\n<after>${suffix}</after>`,
  };
}

/**
 * For a server that takes no snippets of its own: they are comment lines before the text. A language whose comments have
 * an end, or that has none, gets no snippets: a piece of another file might end the comment.
 */
export function prefixWithSnippets({ language, prefix, snippets }: HoleRequest): string {
  if (withoutLineComments.has(language)) {
    return prefix;
  }
  const mark = commentMarks.get(language) ?? "//";
  const lines = snippets.flatMap(({ path, text }) => [
    `${mark} ${path}:`,
    ...text.split("\n").map((line) => `${mark} ${line}`.trimEnd()),
  ]);
  return lines.length === 0 ? prefix : `${lines.join("\n")}\n${prefix}`;
}

/** The languages of each mark, by their names in the editor; the others have `//`. */
const languagesByMark = {
  "#": "python ruby shellscript yaml dockerfile dockercompose makefile perl r toml powershell coffeescript elixir julia nix graphql terraform properties",
  "--": "sql lua haskell elm ada vhdl",
  ";": "clojure lisp scheme ini",
  "%": "tex latex erlang matlab",
  "'": "vb",
} as const;

const commentMarks = new Map(
  Object.entries(languagesByMark).flatMap(([mark, names]) =>
    names.split(" ").map((name) => [name, mark] as const),
  ),
);

const withoutLineComments = new Set(
  "html xml xsl css vue svelte astro handlebars razor markdown plaintext json ocaml".split(" "),
);
