import { isSecretText } from "../../shared/secretContent.ts";
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
  const lines = output.split("\n");
  const shown = lines.flatMap((line, at) => {
    const [, names] = header.exec(line) ?? [];
    if (names !== undefined) {
      isHidden = namesSecret(names) || holdsSecret(names, lines, at + 1);
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

/** Whether the changed and the unchanged lines of a file together are a secret, as when the file is read. */
function holdsSecret(names: string, lines: readonly string[], from: number): boolean {
  const next = lines.findIndex((line, at) => at >= from && header.test(line));
  const own = lines.slice(from, next === -1 ? undefined : next);
  const path = names.split(" ").at(-1) ?? "";
  const sides = ["+", "-"].map((side) =>
    own
      .filter((line) => line.startsWith(side) || line.startsWith(" "))
      .map((line) => line.slice(1))
      .join("\n"),
  );
  return sides.some((text) => isSecretText(path, text));
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
