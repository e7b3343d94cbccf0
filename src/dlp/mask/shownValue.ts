import { type FoundKind, isOwnKind, sensitiveKinds } from "../../shared/guarded/sensitiveKinds.ts";

const maxShown = 60;

/** Punctuation and last characters, as in `***.***.247-25`; of an e-mail the first letter and domain. */
export function shownValue(kind: FoundKind, value: string): string {
  if (kind === "email") {
    const at = value.lastIndexOf("@");
    return at > 0 ? `${value.slice(0, 1)}***${value.slice(at)}`.slice(0, maxShown) : "***@***";
  }
  if (value.length > maxShown) {
    return "***";
  }
  let left =
    [...value.matchAll(/[\p{L}\p{N}]/gu)].length -
    (isOwnKind(kind) ? 2 : sensitiveKinds[kind].shownEnd);
  return value.replaceAll(/[\p{L}\p{N}]/gu, (character) => {
    left -= 1;
    return left >= 0 ? "*" : character;
  });
}
