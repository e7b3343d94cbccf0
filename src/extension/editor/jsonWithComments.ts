/**
 * Parses JSON with comments and trailing commas, as in theme files. Strings are matched first:
 * `"http://x"` is not cut at its `//`. Throws a `SyntaxError` for other text that is not JSON.
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
