import { isSendKey } from "../components/keys.ts";
import type { ContextPage } from "./contextPage.ts";

const pageRows = 8;

/** The keys of an open popup; whether this one was for it. */
export function handleSuggestKey(event: KeyboardEvent, context: ContextPage): boolean {
  const { suggestions } = context;
  const openedBy = suggestions.openedBy.value;
  if (openedBy === undefined) {
    return false;
  }
  if (event.key === "Escape") {
    suggestions.close();
  } else if (!choosesOrMoves(event, context)) {
    return false;
  }
  event.preventDefault();
  event.stopPropagation();
  return true;
}

function choosesOrMoves(event: KeyboardEvent, context: ContextPage): boolean {
  const { suggestions } = context;
  const rows = suggestions.rows.value;
  const active = suggestions.active.value;
  const target = targetOf(event.key, active, rows.length - 1);
  if (rows.length === 0) {
    return false;
  }
  if (target !== undefined) {
    suggestions.move(target);
    return true;
  }
  const isTab = event.key === "Tab" && !event.shiftKey;
  const row = rows[active];
  if ((isTab || isSendKey(event)) && row) {
    context.choose(row);
    return true;
  }
  if (event.key === "Backspace" && suggestions.query.value === "" && suggestions.source.value) {
    suggestions.narrow(undefined);
    return true;
  }
  return false;
}

function targetOf(key: string, active: number, last: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return active + 1;
    case "ArrowUp":
      return active - 1;
    case "PageDown":
      return Math.min(last, active + pageRows);
    case "PageUp":
      return Math.max(0, active - pageRows);
    default:
      return undefined;
  }
}
