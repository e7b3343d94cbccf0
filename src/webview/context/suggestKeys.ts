import { focusMainControl } from "../kit/focus.ts";
import { isSendKey, listTarget } from "../kit/keys.ts";
import type { ContextPage } from "./contextPage.ts";

export function handleSuggestKey(event: KeyboardEvent, context: ContextPage): boolean {
  const { suggestions } = context;
  const openedBy = suggestions.openedBy.value;
  if (openedBy === undefined) {
    return false;
  }
  if (event.key === "Escape") {
    suggestions.close();
    if (openedBy === "button") {
      focusMainControl();
    }
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
  const target = listTarget(event.key, active, rows.length);
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
