import { isDigit, isSeparator } from "./digitGroups.ts";

const maxMarks = 6;

/** Markdown marks and inline HTML tags, invisible when rendered. Sticky and bounded. */
const mark =
  /\*{1,3}|_{1,3}|`{1,3}|~~|<!--[^<>]{0,40}-->|<\/?(?:abbr|b|bdi|bdo|big|code|data|del|dfn|em|font|i|ins|kbd|mark|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)(?:\s[^<>]{0,160})?\/?>/iuy;

/**
 * The end of emphasis within a number, as in `529.**982**`. A single sign between two digits is arithmetic, or an
 * underscore between groups.
 */
export function endOfMarks(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  if (!isDigit(before) && !isWithin(text, at)) {
    return at;
  }
  let end = at;
  for (let count = 0; count < maxMarks; count += 1) {
    mark.lastIndex = end;
    const match = mark.exec(text);
    if (!match) {
      break;
    }
    end = mark.lastIndex;
  }
  const after = text.charCodeAt(end);
  const isBetweenDigits = isDigit(before) && isDigit(after);
  if (end - at === 1 && isBetweenDigits && text.charAt(at) !== "`") {
    return at;
  }
  return isDigit(after) || (isDigit(before) && isJoint(after)) ? end : at;
}

function isWithin(text: string, at: number): boolean {
  if (!isJoint(text.charCodeAt(at - 1))) {
    return false;
  }
  const end = isJoint(text.charCodeAt(at - 2)) ? at - 2 : at - 1;
  return isDigit(text.charCodeAt(end - 1)) || "*_`~>".includes(text.charAt(end - 1) || " ");
}

function isJoint(code: number): boolean {
  return isSeparator(code) && code !== underscore;
}

const underscore = 0x5f;
