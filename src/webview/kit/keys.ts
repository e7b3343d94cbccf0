/**
 * True for Enter, except during input method composition, where it accepts a candidate. In Safari only key code 229
 * shows the composition.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells a composing key in Safari
  const isComposing = event.isComposing || event.keyCode === 229;
  return event.key === "Enter" && !event.shiftKey && !event.altKey && !isComposing;
}

export function listTarget(key: string, active: number, count: number): number | undefined {
  const last = Math.max(0, count - 1);
  switch (key) {
    case "ArrowDown":
      return active >= last ? 0 : active + 1;
    case "ArrowUp":
      return active <= 0 ? last : active - 1;
    case "PageDown":
      return Math.min(last, active + 8);
    case "PageUp":
      return Math.max(0, active - 8);
    default:
      return undefined;
  }
}
