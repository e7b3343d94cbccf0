import { isSameKind, placesOf, type Replacement } from "./repeatedEdit.ts";

/** The most other files with the old text after one edit, and after the edit was repeated. */
const [mostAtFirst, mostRepeated] = [3, 20];

/** The most files that are read for one edit. */
export const maxOtherFiles = 24;

/**
 * The files in which the edit is offered, in their order. In a replay of public commits, text of many files was mostly
 * changed in few of them; after one repetition it counts.
 */
export function otherFilesOf<File extends { readonly text: string }>(
  edit: Replacement,
  files: readonly File[],
  isRepeated: boolean,
): readonly File[] {
  const holding = files.filter(({ text }) => placesOf(edit, text, "all").length > 0);
  const isWorthIt = isSameKind(edit) && holding.length <= (isRepeated ? mostRepeated : mostAtFirst);
  return isWorthIt ? holding.filter(({ text }) => placesOf(edit, text, "alike").length > 0) : [];
}
