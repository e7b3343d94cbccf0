import type { Finding } from "../../dlp/find/finding.ts";
import type { PlacedKind } from "../../shared/guarded/dataProtection.ts";
import type { DlpMode } from "../../shared/guarded/protection.ts";
import { openPlaceholderLength, Placeholders } from "./placeholders.ts";
import { withoutHubToken } from "./requestTexts.ts";

export interface HoleTexts {
  readonly path?: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly snippets: readonly { readonly path: string; readonly text: string }[];
  readonly edits?: readonly { readonly path: string; readonly text: string }[];
}

export interface ProtectedHole<T extends HoleTexts> {
  readonly hole: T;
  readonly hidden: readonly PlacedKind[];
  /** Replaces placeholders in the answer's pieces by the real values. */
  readonly restored: (pieces: AsyncIterable<string>) => AsyncIterable<string>;
}

const namelessPath = "file";

/**
 * Masks the text around the cursor; undefined if nothing may be sent. The person cannot be asked at every key:
 * certain values stop the request in `warn` and `block`, and `mask` sends placeholders. A value at the cursor itself
 * always stops it. A snippet with a finding is left out.
 */
export function protectedHole<T extends HoleTexts>(
  texts: T,
  mode: DlpMode,
  scan: (text: string) => readonly Finding[],
): ProtectedHole<T> | undefined {
  const isClean = (text: string): boolean =>
    withoutHubToken(text) === text && (mode === "off" || scan(text).length === 0);
  const { path = "" } = texts;
  const bare = {
    ...texts,
    ...(!isClean(path) && { path: namelessPath }),
    prefix: withoutHubToken(texts.prefix),
    suffix: withoutHubToken(texts.suffix),
    snippets: texts.snippets.filter((one) => isClean(one.path) && isClean(one.text)),
    ...(texts.edits && {
      edits: texts.edits.filter((one) => isClean(one.path) && isClean(one.text)),
    }),
  };
  if (mode === "off") {
    return { hole: bare, hidden: [], restored: (pieces) => pieces };
  }
  const cut = bare.prefix.length;
  const whole = bare.prefix + bare.suffix;
  const found = scan(whole).filter(({ certainty }) => mode === "mask" || certainty === "certain");
  const isCut = found.some(({ start, end }) => start < cut && end > cut);
  if (found.length > 0 && (mode !== "mask" || isCut)) {
    return undefined;
  }
  const placeholders = new Placeholders([
    whole,
    ...[...bare.snippets, ...(bare.edits ?? [])].map(({ text }) => text),
  ]);
  const hide = (from: number, to: number): string => {
    let result = "";
    let done = from;
    for (const { kind, start, end } of found) {
      if (start >= from && end <= to) {
        result += whole.slice(done, start) + placeholders.of(kind, whole.slice(start, end));
        done = end;
      }
    }
    return result + whole.slice(done, to);
  };
  return {
    hole: { ...bare, prefix: hide(0, cut), suffix: hide(cut, whole.length) },
    hidden: found.flatMap(({ kind, certainty }) =>
      certainty === "certain" ? [{ kind, place: texts.edits ? "edit" : "completion" }] : [],
    ),
    restored: (pieces) => restored(pieces, placeholders),
  };
}

/** Restores values; holds back the possible start of a placeholder until its rest arrives. */
async function* restored(
  pieces: AsyncIterable<string>,
  placeholders: Placeholders,
): AsyncGenerator<string> {
  if (placeholders.isEmpty) {
    yield* pieces;
    return;
  }
  let held = "";
  for await (const piece of pieces) {
    const text = held + piece;
    const open = openPlaceholderLength(text);
    held = open === 0 ? "" : text.slice(-open);
    const ready = text.slice(0, text.length - open);
    if (ready !== "") {
      yield placeholders.restoreEverywhere(ready);
    }
  }
  if (held !== "") {
    yield placeholders.restoreEverywhere(held);
  }
}
