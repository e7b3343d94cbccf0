import type { CodeAction } from "../markdownHost.ts";
import type { CodeBlock } from "./codeBlock.ts";
import { element, icon } from "./dom.ts";

const gap = 4;

/** Opens the menu of a block, which the browser closes on Escape and on a click elsewhere. */
export function openCodeMenu(block: CodeBlock, button: HTMLButtonElement): void {
  const menu = element("div", "md-code-menu");
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", button.title);
  menu.popover = "auto";
  const actions = block.actions.filter(({ isSecondary }) => isSecondary);
  menu.append(...actions.map((action) => createItem(action, block, menu)));
  menu.addEventListener("toggle", (event) => {
    if (event instanceof ToggleEvent && event.newState === "closed") {
      menu.remove();
      button.setAttribute("aria-expanded", "false");
    }
  });
  menu.addEventListener("keydown", moveFocus);
  document.body.append(menu);
  menu.showPopover();
  button.setAttribute("aria-expanded", "true");
  place(menu, button);
  menu.querySelector<HTMLElement>("button:enabled")?.focus();
}

function createItem(action: CodeAction, block: CodeBlock, menu: HTMLElement): HTMLElement {
  const item = element("button", "md-code-menu-item");
  item.type = "button";
  item.setAttribute("role", "menuitem");
  item.tabIndex = -1;
  item.disabled = action.needsAll === true && !block.isWhole;
  item.append(icon(action.icon), action.label);
  item.addEventListener("click", () => {
    menu.hidePopover();
    action.run(block.text, block.info);
  });
  return item;
}

function moveFocus(event: KeyboardEvent): void {
  const menu = event.currentTarget;
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (!(menu instanceof HTMLElement)) {
    return;
  }
  if (event.key === "Tab") {
    menu.hidePopover();
    return;
  }
  if (step === undefined && event.key !== "Home" && event.key !== "End") {
    return;
  }
  event.preventDefault();
  const items = [...menu.querySelectorAll<HTMLElement>("button:enabled")];
  const now = items.findIndex((item) => item === document.activeElement);
  const wanted = event.key === "Home" ? 0 : event.key === "End" ? -1 : now + (step ?? 0);
  items.at(wanted % Math.max(1, items.length))?.focus();
}

function place(menu: HTMLElement, button: HTMLElement): void {
  const anchor = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = anchor.bottom + gap;
  const fitsBelow = below + height <= document.documentElement.clientHeight;
  menu.style.top = `${fitsBelow ? below : Math.max(gap, anchor.top - gap - height)}px`;
  menu.style.left = `${Math.max(gap, anchor.right - width)}px`;
}
