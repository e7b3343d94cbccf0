/**
 * Parses JSON with comments and trailing commas, as theme files have. Strings are matched first, so what
 * looks like a comment inside one stays. Throws a `SyntaxError` for anything else that is not JSON.
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
