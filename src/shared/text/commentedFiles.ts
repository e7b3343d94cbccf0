/** Puts files as comments before the text, for a model without support for files. Not in a language without line comments. */
export function withCommentedFiles(
  text: string,
  language: string,
  files: readonly { readonly path: string; readonly text: string }[],
): string {
  if (withoutLineComments.has(language)) {
    return text;
  }
  const mark = commentMarks.get(language) ?? "//";
  const lines = files.flatMap((file) => [
    `${mark} ${file.path.replaceAll(lineEnd, " ")}:`,
    ...file.text.split(lineEnd).map((line) => `${mark} ${line}`.trimEnd()),
  ]);
  return lines.length === 0 ? text : `${lines.join("\n")}\n${text}`;
}

const lineEnd = /\r\n|[\n\r\u{2028}\u{2029}]/gu;

/** Languages by their names in the editor; the others have `//`. */
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
