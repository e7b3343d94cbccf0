export interface WrittenPart {
  readonly start: number;
  readonly end: number;
  readonly isCode: boolean;
}

const maxBlocks = 200;

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/gmu;

/** Text and fenced code, in order, without gaps; unclosed code extends to the end. */
export function writtenParts(text: string): readonly WrittenPart[] {
  const parts: WrittenPart[] = [];
  let done = 0;
  let open: { readonly at: number; readonly marks: string } | undefined;
  const add = (end: number, isCode: boolean): void => {
    if (end > done) {
      parts.push({ start: done, end, isCode });
      done = end;
    }
  };
  for (const { index, 0: line, 1: marks = "", 2: info = "" } of text.matchAll(fence)) {
    if (!open) {
      if (parts.length >= 2 * maxBlocks) {
        break;
      }
      open = info.includes("`") && marks.startsWith("`") ? undefined : { at: index, marks };
    } else if (marks.startsWith(open.marks) && info.trim() === "") {
      add(open.at, false);
      add(Math.min(index + line.length + 1, text.length), true);
      open = undefined;
    }
  }
  add(open?.at ?? text.length, false);
  add(text.length, true);
  return parts;
}
