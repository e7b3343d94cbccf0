const toolbarSelector = "[role=toolbar]";
const buttonSelector = "button, a[href]";

/**
 * Makes a toolbar one Tab stop with arrow keys, Home and End (WAI-ARIA toolbar pattern). Its other buttons leave the
 * Tab order only while the focus is inside, so new buttons need no care.
 */
export function handleToolbarKeys(root: Document): void {
  let left: HTMLElement[] = [];
  root.addEventListener("focusin", ({ target }) => {
    for (const button of left) {
      button.removeAttribute("tabindex");
    }
    const toolbar = target instanceof Element ? target.closest(toolbarSelector) : null;
    left = toolbar ? buttonsOf(toolbar).filter((button) => button !== target) : [];
    for (const button of left) {
      button.tabIndex = -1;
    }
  });
  root.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget === null) {
      for (const button of left) {
        button.removeAttribute("tabindex");
      }
      left = [];
    }
  });
  root.addEventListener("keydown", (event) => {
    const { target } = event;
    const toolbar = target instanceof HTMLElement ? target.closest(toolbarSelector) : null;
    if (!toolbar || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
      return;
    }
    const next = nextButton(toolbar, target, event.key);
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });
}

function nextButton(
  toolbar: Element,
  target: EventTarget | null,
  key: string,
): HTMLElement | undefined {
  const buttons = buttonsOf(toolbar).filter(
    (button) => !(button instanceof HTMLButtonElement && button.disabled) && isDrawn(button),
  );
  const at = buttons.findIndex((button) => button === target);
  if (at === -1) {
    return undefined;
  }
  switch (key) {
    case "ArrowRight":
      return buttons[(at + 1) % buttons.length];
    case "ArrowLeft":
      return buttons.at(at - 1);
    case "Home":
      return buttons[0];
    case "End":
      return buttons.at(-1);
    default:
      return undefined;
  }
}

function buttonsOf(toolbar: Element): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>(buttonSelector)];
}

function isDrawn(button: HTMLElement): boolean {
  return button.getClientRects().length > 0;
}
