import type { JSX } from "preact";

import type { ContextItem, ContextSource } from "../../shared/calls/contextCalls.ts";
import { Icon, type IconName } from "../kit/Icon.tsx";
import { useWords } from "../page/useWords.ts";
import type { Suggestion } from "./suggestions.ts";

const sourceIcons: Readonly<Record<ContextSource, IconName>> = {
  file: "file",
  folder: "folder",
  symbol: "symbol-method",
  editor: "file-code",
  problems: "warning",
  changes: "diff",
  commit: "git-commit",
  terminal: "terminal",
  search: "search",
  codebase: "search",
  conversation: "comment-discussion",
  selection: "selection",
};

export interface SuggestRowProps {
  readonly id: string;
  readonly row: Suggestion;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

export function SuggestRow({ id, row, isActive, onChoose }: SuggestRowProps): JSX.Element {
  return (
    <div
      id={id}
      role="option"
      class={isActive ? "option suggest-row active" : "option suggest-row"}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <RowContent row={row} />
    </div>
  );
}

function RowContent({ row }: { readonly row: Suggestion }): JSX.Element {
  const words = useWords();
  switch (row.kind) {
    case "item":
      return (
        <>
          <Icon name={sourceIcons[row.item.source]} />
          <span class="suggest-name" title={row.item.label}>
            {marked(row.item)}
          </span>
          <span class="suggest-detail" title={row.item.detail}>
            <bdi>{row.item.detail}</bdi>
          </span>
        </>
      );
    case "narrow":
      return (
        <>
          <Icon name={sourceIcons[row.source]} />
          <span class="suggest-name">{row.label}</span>
          <Icon name="chevron-right" />
        </>
      );
    case "browse":
      return (
        <>
          <Icon name="ellipsis" />
          <span class="suggest-name">{row.label}</span>
        </>
      );
    case "command": {
      const { name, description, origin } = row.command;
      const from = {
        builtIn: "",
        person: words.fromPerson,
        hub: words.fromOrganisation,
        workspace: words.fromWorkspace,
      }[origin];
      const detail = [description, from].filter((part) => part !== "").join(" · ");
      return (
        <>
          <span class="suggest-command">/{name}</span>
          <span class="suggest-detail" title={detail}>
            {detail}
          </span>
        </>
      );
    }
    default:
      return row satisfies never;
  }
}

function marked({ label, matches }: ContextItem): JSX.Element[] {
  const parts: JSX.Element[] = [];
  let end = 0;
  for (const [start, stop] of matches) {
    parts.push(<>{label.slice(end, start)}</>, <mark key={start}>{label.slice(start, stop)}</mark>);
    end = stop;
  }
  parts.push(<>{label.slice(end)}</>);
  return parts;
}
