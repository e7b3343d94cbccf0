/** `git clean -x` or `-X` deletes ignored files, which are in no commit. Only adds a warning to a card. */
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
