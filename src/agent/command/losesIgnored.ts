/**
 * Whether a script deletes what Git ignores, with `git clean -x` or `-X`: nobody keeps these files. Read by words, so that
 * a part in quotes counts, too: it is a word on a card, not a decision.
 */
export function losesIgnored(script: string): boolean {
  return script.split(/[\n;&|()]+/u).some((part) => {
    const words = part.trim().split(/\s+/u);
    const start = words.indexOf("clean", words.indexOf("git") + 1);
    return (
      words.includes("git") &&
      start > 0 &&
      words.slice(start).some((word) => /^-[a-z]*x/iu.test(word))
    );
  });
}
