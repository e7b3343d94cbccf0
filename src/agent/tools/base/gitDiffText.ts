import { isSecretText } from "../../../shared/guarded/secretContent.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import { notice } from "./fileTexts.ts";

const header = /^diff --\S+ (.*)$/u;
const cutLine = /^… \d+ characters left out …$/u;

/**
 * Replaces the changes of each file that may hold secrets. After an omitted middle, drops the rest of its last file,
 * too: that file is unknown.
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

/** Judges the lines together, as when the file is read. */
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

/** The names may contain spaces and any prefixes, so each possible part is checked. */
function namesSecret(names: string): boolean {
  const words = names.split(" ");
  return words.some((_, at) =>
    [words.slice(0, at + 1), words.slice(at)].some((part) =>
      isSecretFile(part.join(" ").replaceAll('"', "")),
    ),
  );
}
