import { type CodeBlock, codeBlockOf, ownActions } from "./codeBlock.ts";
import { openCodeMenu } from "./codeMenu.ts";

export function clickCode(target: Element): void {
  const button = target.closest("button.md-code-action");
  const parent = button?.closest(".md-code");
  const block = parent ? codeBlockOf(parent) : undefined;
  if (block && button instanceof HTMLButtonElement) {
    act(block, button);
  }
}

function act(block: CodeBlock, button: HTMLButtonElement): void {
  const id = button.dataset["action"];
  if (id === ownActions.toggle) {
    block.toggle();
  } else if (id === ownActions.more) {
    openCodeMenu(block, button);
  } else {
    block.actions.find((action) => action.id === id)?.run(block.text, block.info);
  }
}
