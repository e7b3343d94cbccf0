/**
 * Parses comments and trailing commas, as in theme files. Matches strings first, so that `"http://x"` is not cut at
 * `//`. Throws a `SyntaxError`.
 */
export function parseJsonWithComments(text: string): unknown {
  const withoutComments = text.replaceAll(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu,
    (_match, string: string | undefined) => string ?? "",
  );
  const withoutTrailingCommas = withoutComments.replaceAll(
    /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/gu,
    (_match, string: string | undefined) => string ?? "",
  );
  return JSON.parse(withoutTrailingCommas);
}
