import type { Token, Tokens } from "marked";

const piece =
  /(?<plain>[^\\`*_~[<&$@\n\r]+)|`(?<code>[^`\s][^`\n\r]*)`(?!`)|(?<![^\s(])(?<stars>\*\*?)(?<words>[a-z\d](?:[a-z\d ,.-]*[a-z\d])?)\k<stars>(?![^\s).,;:!?])|(?<!!)\[(?<label>[a-z\d](?:[a-z\d ,.-]*[a-z\d])?)\]\((?<href>https?:\/\/[\w.~%/?#=+,:-]+)\)/iy;
const bareAddress = /:\/\/|www\./i;

export function simpleTokens(source: string): Token[] | undefined {
  const tokens: Token[] = [];
  piece.lastIndex = 0;
  while (piece.lastIndex < source.length) {
    const match = piece.exec(source);
    const token = match?.groups && tokenOf(match[0], match.groups);
    if (!token) {
      return undefined;
    }
    tokens.push(token);
  }
  return tokens;
}

export function textToken(text: string): Tokens.Text {
  return { type: "text", raw: text, text, escaped: false };
}

function tokenOf(
  raw: string,
  { plain, code, stars, words, label, href }: Record<string, string | undefined>,
): Token | undefined {
  if (code !== undefined) {
    return { type: "codespan", raw, text: code };
  }
  if (label !== undefined && href !== undefined) {
    return { type: "link", raw, href, title: null, text: label, tokens: [textToken(label)] };
  }
  const text = words ?? plain;
  if (text === undefined || bareAddress.test(text)) {
    return undefined;
  }
  const type = stars === "**" ? "strong" : "em";
  return stars === undefined ? textToken(raw) : { type, raw, text, tokens: [textToken(text)] };
}
