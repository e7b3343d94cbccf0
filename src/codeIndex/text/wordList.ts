const sampledUnits = 16_000;
/** Comments, string literals and the code between them. Text of several lines is often code of another language. */
const pieces =
  /\/\/.*|\/\*(?:[^*]|\*(?!\/))*|^[ \t]*#.*|(?<string>"(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'|`(?:[^`\\\n]|\\.){0,400}`)|(?<code>[\p{L}\p{N}_]+)/gmu;
const acts = new Set(
  "return if for foreach while switch match throw raise yield class def fn func function".split(
    " ",
  ),
);

/** True for lists of words and texts: most of the file's letters are in string literals, and no statement does anything. */
export function isWordList(text: string): boolean {
  let [inside, outside] = [0, 0];
  for (const { groups } of text.slice(0, sampledUnits).matchAll(pieces)) {
    const { string = "", code = "" } = groups ?? {};
    if (acts.has(code)) {
      return false;
    }
    inside += string.length;
    outside += code.length;
  }
  return inside > outside;
}
