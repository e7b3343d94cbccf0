/**
 * Enter alone, and not while an input method is composing: its Enter takes a candidate. Safari ends the
 * composition before the key, so only the key code 229 tells.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells a composing key in Safari
  const isComposing = event.isComposing || event.keyCode === 229;
  return event.key === "Enter" && !event.shiftKey && !event.altKey && !isComposing;
}
