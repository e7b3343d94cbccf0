import { foldedSegments, isAmong, isBelowFolder } from "./guardedMatch.ts";
import { secretFiles } from "./secretFileNames.ts";

/** Endings of the copies that editors and people leave beside a file. */
const backupEnd = /(?:~|\.(?:bak|backup|old|orig|save|copy|tmp|\d{1,8}))+$/u;
const swapFile = /^\.(.+)\.sw[a-p]$/u;
/** Endings of samples that projects commit on purpose: `.env.example`. */
const sampleEnd = /\.(?:example|sample|template|dist|defaults?)$/u;

/** Whether a file is likely to hold secrets. The path may have any separators. */
export function isSecretFile(path: string): boolean {
  const segments = foldedSegments(path);
  const name = (segments.at(-1) ?? "").replace(swapFile, "$1").replace(backupEnd, "");
  const known = [...segments.slice(0, -1), name];
  return secretFiles.some(
    (files) =>
      isBelowFolder(files, segments) || (!sampleEnd.test(name) && isAmong(files, known, name)),
  );
}
