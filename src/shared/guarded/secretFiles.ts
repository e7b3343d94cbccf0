import { isExcluded } from "./excludedPaths.ts";
import { foldedSegments, isAmong, isBelowFolder } from "./guardedMatch.ts";
import { secretFiles } from "./secretFileNames.ts";

const backupEnd = /(?:~|\.(?:bak|backup|old|orig|save|copy|tmp|\d{1,8}))+$/u;
const swapFile = /^\.(.+)\.sw[a-p]$/u;
const sampleEnd = /\.(?:example|sample|template|dist|defaults?)$/u;

/** True for a file that may hold secrets, or that the organisation excludes: both are guarded alike. */
export function isSecretFile(path: string): boolean {
  const segments = foldedSegments(path);
  const name = (segments.at(-1) ?? "").replace(swapFile, "$1").replace(backupEnd, "");
  const known = [...segments.slice(0, -1), name];
  return (
    secretFiles.some(
      (files) =>
        isBelowFolder(files, segments) || (!sampleEnd.test(name) && isAmong(files, known, name)),
    ) || isExcluded(path)
  );
}
