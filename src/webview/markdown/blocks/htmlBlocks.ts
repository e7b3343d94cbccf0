const tagName = "[A-Za-z][A-Za-z0-9-]*";
const attributeName = "[a-zA-Z_:][a-zA-Z0-9:._-]*";
const attributeValue = `(?:[^"'=<>\`\\x00-\\x20]+|'[^']*'|"[^"]*")`;
const attribute = `(?:[ \\t]+${attributeName}(?:[ \\t]*=[ \\t]*${attributeValue})?)`;
const wholeTag = new RegExp(`^(?:<${tagName}${attribute}*[ \\t]*/?>|</${tagName}[ \\t]*>)[ \\t]*$`);

const blockTags =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const blockTag = new RegExp(`^</?(?:${blockTags})(?:[ \\t]|/?>|$)`, "i");

/** HTML with its own end (CommonMark §4.6, kinds 1 to 5). */
const selfEnding: readonly { readonly start: RegExp; readonly end: RegExp }[] = [
  {
    start: /^<(?:script|pre|textarea|style)(?:[ \t]|>|$)/i,
    end: /<\/(?:script|pre|textarea|style)>/i,
  },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![A-Za-z]/, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
];

export function htmlBlockStart(
  content: string,
  interruptsParagraph: boolean,
): { readonly kind: "html"; readonly end?: RegExp } | undefined {
  const found = selfEnding.find(({ start }) => start.test(content));
  if (found) {
    return { kind: "html", end: found.end };
  }
  const isBlock = blockTag.test(content) || (!interruptsParagraph && wholeTag.test(content));
  return isBlock ? { kind: "html" } : undefined;
}
