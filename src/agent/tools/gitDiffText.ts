import { isSecretFile } from "../../shared/secretFiles.ts";
import { notice } from "./fileTexts.ts";

const header = /^diff --\S+ (.*)$/u;
const cutLine = /^… \d+ characters left out …$/u;

/**
 * Git's output without the changes of files that are likely to hold secrets, each replaced by a remark. Where the middle
 * was left out, the rest of the file that it ends in goes too: whose it is cannot be told.
 */
export function withoutSecrets(output: string): string {
  let isHidden = false;
  const shown = output.split("\n").flatMap((line) => {
    const [, names] = header.exec(line) ?? [];
    if (names !== undefined) {
      isHidden = namesSecret(names);
      return isHidden
        ? [line, notice("a file that may hold secrets: its changes are not shown")]
        : [line];
    }
    const wasHidden = isHidden;
    isHidden ||= cutLine.test(line);
    return wasHidden ? [] : [line];
  });
  return shown.join("\n");
}

/** The names have spaces of their own and any prefixes, so that each part that may be one is looked at. */
function namesSecret(names: string): boolean {
  const words = names.split(" ");
  return words.some((_, at) =>
    [words.slice(0, at + 1), words.slice(at)].some((part) =>
      isSecretFile(part.join(" ").replaceAll('"', "")),
    ),
  );
}
