import type { JSX } from "preact";

import type { AttachmentInfo } from "../../shared/conversation/conversation.ts";
import { visibleText } from "../../shared/text/visibleText.ts";
import { Icon, type IconName } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { useProtection } from "../protection/protectionPage.ts";
import { ImageThumbnail } from "./ImageThumbnail.tsx";

/** A quarter of a common context length, in UTF-16 units. */
const largeUnits = 100_000;

const iconOf: Readonly<Record<AttachmentInfo["kind"], IconName>> = {
  selection: "selection",
  file: "file",
  folder: "folder",
  symbol: "symbol-method",
  problems: "warning",
  changes: "git-compare",
  commit: "git-commit",
  terminal: "terminal",
  search: "search",
  codebase: "search",
  conversation: "comment-discussion",
  instructions: "book",
  image: "file-media",
};

interface AttachmentLabelProps {
  readonly info: AttachmentInfo;
  readonly tokens?: number | undefined;
}

export function AttachmentLabel(props: AttachmentLabelProps): JSX.Element {
  return props.info.kind === "image" ? (
    <ImageThumbnail info={props.info} />
  ) : (
    <PlaceLabel {...props} />
  );
}

function PlaceLabel({ info, tokens }: AttachmentLabelProps): JSX.Element {
  const words = useWords();
  const { actions, format } = usePage();
  const warnings = useWarnings(info);
  const lines = linesOf(info);
  const cost = tokens === undefined ? [] : [words.tokenCount(format.count(tokens))];
  const matched = info.matched === undefined ? [] : [words.matchedWords(info.matched)];
  const name = visibleText(info.name);
  const label = [words.open(name + lines), ...cost, ...warnings].join(", ");
  return (
    <button
      type="button"
      class="chip-label"
      aria-label={label}
      title={[visibleText(info.path) + lines, ...matched, ...cost, ...warnings].join("\n")}
      onClick={() => actions.openAttachment(info.id)}
    >
      <Icon name={warnings.length > 0 ? "warning" : iconOf[info.kind]} />
      <span class="chip-name">{name}</span>
      <span class="chip-lines">{lines}</span>
      {tokens !== undefined && <span class="chip-tokens">{format.compact(tokens)}</span>}
    </button>
  );
}

function useWarnings(info: AttachmentInfo): readonly string[] {
  const words = useWords();
  const { format } = usePage();
  const protection = useProtection();
  const sensitive = protection.countIn(info.id);
  const hidden = info.invisibleCharacters ?? 0;
  return [
    info.size > largeUnits ? words.largeAttachment(format.size(info.size)) : undefined,
    hidden > 0 ? words.hiddenCharacters(hidden, format.count(hidden)) : undefined,
    sensitive > 0
      ? `${words.sensitiveData}: ${words.sensitiveCount(sensitive, format.count(sensitive))}`
      : undefined,
  ].filter(isText);
}

function linesOf({ startLine, endLine }: AttachmentInfo): string {
  if (startLine === undefined) {
    return "";
  }
  return endLine === undefined || endLine === startLine
    ? `:${startLine}`
    : `:${startLine}–${endLine}`;
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}
