import type { FrameLocator, Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Words } from "../../../src/webview/words/en/en.ts";
import { isDone, isSoonVisible, settleMs } from "./visibility.ts";

const listMs = 5_000;

/** States of an answer: the `data-state` of its article. */
export type AnswerState = "streaming" | "complete" | "incomplete" | "stopped" | "failed";

/**
 * The chat page inside its webview, found by the contract's roles and names in the window's
 * language.
 */
export class ChatView {
  readonly region: Locator;
  readonly #words: Words;

  constructor(page: Page, words: Words) {
    this.#words = words;
    this.region = chatFrame(page).getByRole("region", { name: words.chat, exact: true });
  }

  get message(): Locator {
    return this.region.getByRole("textbox", { name: this.#words.message, exact: true });
  }

  get send(): Locator {
    return this.button(this.#words.send);
  }

  get stop(): Locator {
    return this.button(this.#words.stop);
  }

  get log(): Locator {
    return this.region.getByRole("log", { name: this.#words.conversation });
  }

  get articles(): Locator {
    return this.log.getByRole("article");
  }

  /** The person's messages. */
  get questions(): Locator {
    return this.log.getByRole("article", { name: this.#words.you, exact: true });
  }

  get answers(): Locator {
    return this.log.locator("article[data-state]");
  }

  get lastAnswer(): Locator {
    return this.answers.last();
  }

  get alert(): Locator {
    return this.region.getByRole("alert");
  }

  /** Items that are sent with the next message. */
  get context(): Locator {
    return this.region.getByRole("list", { name: this.#words.context, exact: true });
  }

  get contextItems(): Locator {
    return this.context.getByRole("listitem");
  }

  get model(): Locator {
    return this.region.getByRole("combobox", { name: this.#words.model, exact: true });
  }

  /** Chooses the agent by the editor's command, and waits until the page says so: a message goes in the mode that is set. */
  async chooseAgent(editor: { runCommand(title: string): Promise<void> }): Promise<void> {
    await editor.runCommand("AI Hub: Agent Mode");
    await this.region.locator('[aria-label="Mode"][aria-description^="Agent"]').waitFor();
  }

  /** Begins an empty conversation, in English. */
  async startAnew(editor: { runCommand(title: string): Promise<void> }): Promise<void> {
    await editor.runCommand("AI Hub: New Chat");
    await this.articles.first().waitFor({ state: "detached" });
  }

  /** A card of the agent that waits for a decision. */
  card(kind: "edit" | "command"): Locator {
    return this.region.locator(`[data-card="${kind}"]`);
  }

  /** Clicks a button of a card until the card is gone: a click in its first half second is not a decision. */
  async decide(card: Locator, button: string): Promise<void> {
    const decision = card.getByRole("button", { name: button, exact: true });
    await decision.waitFor();
    await expect
      .poll(async () => {
        await decision.click({ timeout: 2_000 }).catch(() => undefined);
        return card.count();
      })
      .toBe(0);
  }

  /** The files that the shown run of the agent has changed. */
  get runChanges(): Locator {
    return this.region.getByRole("group", { name: "Changes of this run" });
  }

  /** A button by its name in the window's language. */
  button(name: string): Locator {
    return this.region.getByRole("button", { name, exact: true });
  }

  /** Types a message, sends it with Enter and waits until it is in the conversation. */
  async ask(text: string): Promise<void> {
    await this.write(text);
    await this.sendTyped();
  }

  /**
   * Puts a text into the message, in place of what is there. A palette that closes late takes the focus back and the
   * text with it; it is then written again, as a person would do.
   */
  async write(text: string): Promise<void> {
    do {
      await this.message.fill(text);
    } while ((await this.message.inputValue()) !== text);
  }

  /**
   * Sends the typed message with Enter and waits until it is in the conversation. A palette that closes late takes the
   * focus back and swallows the key; it is then pressed again, as a person would do.
   */
  async sendTyped(): Promise<void> {
    const question = this.questions.nth(await this.questions.count());
    await this.message.press("Enter");
    while (!(await isSoonVisible(question)) && (await this.message.inputValue()) !== "") {
      await this.message.press("Enter");
    }
    await question.waitFor();
  }

  /** Waits until the last answer is in one of these states. */
  async waitForAnswer(...states: readonly AnswerState[]): Promise<Locator> {
    const wanted = states.map((state) => `article[data-state="${state}"]`).join(", ");
    await this.articles.last().and(this.log.locator(wanted)).waitFor({ timeout: 60_000 });
    return this.lastAnswer;
  }

  /** Chooses a model by typing its id into the picker's search, and waits until it is chosen. */
  async chooseModel(id: string): Promise<void> {
    const search = this.region.getByRole("combobox", { name: this.#words.searchModels });
    const option = this.region.getByRole("option").filter({ hasText: id }).first();
    const chosen = this.model.and(this.region.getByTitle(id));
    // Begin again if the list was closed: a command that ends meanwhile moves the focus to the message.
    do {
      await this.model.click();
    } while (
      !(await isSoonVisible(search)) ||
      !(await isChosen(search, option, id)) ||
      !(await isSoonVisible(chosen))
    );
  }

  /** The options in the popup of `@`. */
  get suggestions(): Locator {
    return this.region.getByRole("listbox", { name: this.#words.contextItems }).getByRole("option");
  }

  /**
   * Types `@` into an empty message and chooses one kind of source in the popup. A palette that closes late takes the focus
   * back and the popup with it; it is then opened again.
   */
  async mention(source: string): Promise<void> {
    const kind = this.suggestions.filter({ hasText: new RegExp(`^${source}$`, "u") });
    do {
      await this.message.fill("");
      await this.message.pressSequentially("@");
    } while (
      !(await isDone(kind.click({ timeout: settleMs }))) ||
      !(await isSoonVisible(this.button(source)))
    );
  }

  async removeFromContext(name: string): Promise<void> {
    const remove = this.context.getByRole("button", { name: this.#words.remove(name) });
    await remove.click();
    await remove.waitFor({ state: "detached" });
  }
}

/** A webview is a frame of the editor around a frame of ours; hidden ones stay in the page. */
function chatFrame(page: Page): FrameLocator {
  return page
    .frameLocator('iframe.webview.ready[src*="extensionId=aihub.ai-hub"]:visible')
    .frameLocator("iframe#active-frame");
}

/** Types into the picker's search and clicks an option; false if the list was closed meanwhile. */
async function isChosen(search: Locator, option: Locator, id: string): Promise<boolean> {
  return (
    (await isDone(search.fill(id, { timeout: listMs }))) &&
    (await isDone(option.click({ timeout: listMs })))
  );
}
