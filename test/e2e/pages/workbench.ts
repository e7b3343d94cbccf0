import { join } from "node:path";

import type { Locator, Page } from "playwright-core";

import type { Words } from "../../../src/webview/words/en/en.ts";
import { ChatView } from "./chatView.ts";
import { closeWindow, leaveWindow } from "./closeWindow.ts";
import { QuickInput } from "./quickInput.ts";
import { tabFrame } from "./tabFrame.ts";
import { isDone, isSoonVisible, settleMs } from "./visibility.ts";

const [viewMs, caretMs] = [60_000, 10_000];

/** One window of the editor. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly #words: Words;
  readonly #results: string;

  constructor(page: Page, words: Words, results: string) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.#words = words;
    this.#results = results;
  }

  /** Waits until the window is loaded and shows our extension. */
  async waitUntilReady(timeout: number): Promise<void> {
    await this.activityIcon.waitFor({ timeout });
  }

  /** Shows the chat view and waits until its page answers. */
  async openChat(): Promise<ChatView> {
    // A click closes an open view, and a new window may still open the view itself: its side bar has a title then.
    await isSoonVisible(this.#sideBarTitle);
    let isOpen = await this.#viewTitle.isVisible();
    while (!isOpen) {
      await this.activityIcon.click();
      isOpen = await isSoonVisible(this.#viewTitle);
    }
    return this.chat();
  }

  /** The visible chat page, in the side bar or in an editor tab. */
  async chat(): Promise<ChatView> {
    const chat = new ChatView(this.page, this.#words);
    await chat.region.waitFor({ timeout: viewMs });
    return chat;
  }

  /** Runs a command by its full title in the palette, such as "AI Hub: Set token". */
  async runCommand(title: string): Promise<void> {
    await this.quickInput.choose("F1", `>${title}`, title);
  }

  /** Clicks an action in the title bar of the chat view, which is visible only under the pointer. */
  async runTitleAction(name: string): Promise<void> {
    const bar = await this.#titleBar();
    await bar.hover();
    await bar.getByRole("button", { name }).click();
  }

  /** Opens the menu `…` in the title bar of the chat view. */
  async openTitleMenu(): Promise<void> {
    const bar = await this.#titleBar();
    await bar.hover();
    // Older editors show it beside the container's title.
    const own = bar.locator(".codicon-toolbar-more");
    const more = (await own.count()) > 0 ? own : this.#sideTitle.locator(".codicon-toolbar-more");
    const entry = this.page.getByRole("menuitem").first();
    do {
      await isDone(more.click({ timeout: settleMs }));
    } while (!(await isSoonVisible(entry)));
  }

  /** The chat view's title bar: the side bar's own while no other view is below the chat. */
  async #titleBar(): Promise<Locator> {
    const header = this.page
      .locator(".sidebar .pane-header")
      .filter({ hasText: "Chat", visible: true });
    return (await header.count()) > 0 ? header : this.#sideTitle;
  }

  get #sideTitle(): Locator {
    return this.page.locator(".sidebar .composite.title");
  }

  /** A notification of the editor in the lower right corner. */
  notification(text: string | RegExp): Locator {
    return this.page.locator(".notification-toast").filter({ hasText: text });
  }

  /** A modal dialog of the editor. */
  dialog(text: string | RegExp): Locator {
    return this.page.locator(".monaco-dialog-box").filter({ hasText: text });
  }

  /** Clicks a button of the open modal dialog, and waits until the dialog is gone. */
  async answerDialog(button: string): Promise<void> {
    const dialog = this.dialog("");
    await dialog.getByRole("button", { name: button, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }

  /** An entry of the status bar, by its text for screen readers. */
  statusItem(name: string | RegExp): Locator {
    return this.page.locator(".statusbar").getByRole("button", { name });
  }

  /** The page of the token's usage, in its editor tab. */
  usage(): Locator {
    return tabFrame(this.page).locator("main.usage");
  }

  /** Text in the visible editor. */
  editorText(text: string): Locator {
    return this.page.locator(".editor-instance .view-lines").getByText(text);
  }

  /** A link above a line of the visible editor, by its whole title. */
  lens(title: string): Locator {
    return this.page.locator(".codelens-decoration a").filter({
      hasText: new RegExp(`^\\s*${title.replaceAll(/[()]/gu, "\\$&")}\\s*$`, "u"),
    });
  }

  /** Closes the active tab of the editor area. */
  async closeTab(name: string): Promise<void> {
    const tab = this.page.locator(".tab.active").filter({ hasText: name });
    await tab.click({ button: "middle" });
    await tab.waitFor({ state: "detached" });
  }

  async openFile(name: string): Promise<void> {
    await this.quickInput.choose("Control+P", name, name);
    await this.page.locator(".tab.active").filter({ hasText: name }).waitFor();
  }

  /** Puts the caret at the start of a line, counted from 1, in the open file. */
  async goToLine(line: number): Promise<void> {
    const caret = this.statusItem(new RegExp(`^Ln ${line}, Col 1$`, "u"));
    do {
      await this.quickInput.confirm("Control+G", `:${line}`);
    } while (!(await isSoonVisible(caret, caretMs)));
    await this.page.locator(".monaco-editor.focused").first().waitFor({ state: "attached" });
  }

  /**
   * Selects whole lines, not a single empty one, in the open file. An editor that is still opening, or a closing field, may
   * swallow a key; the lines are then selected again.
   */
  async selectLines(first: number, last: number): Promise<void> {
    const { keyboard } = this.page;
    const selection = this.statusItem(
      new RegExp(`^Ln ${last}, Col \\d+ \\(\\d+ selected\\)$`, "u"),
    );
    do {
      await this.goToLine(first);
      for (let line = first; line < last; line += 1) {
        await keyboard.press("Shift+ArrowDown");
      }
      await keyboard.press("Shift+End");
    } while (!(await isSoonVisible(selection, caretMs)));
  }

  /**
   * Puts the caret at the end of a line, counted from 1. Keys go to the editor when it returns: an editor that is still
   * opening, or a closing palette, may swallow one, which is then pressed again.
   */
  async goToEnd(name: string, line: number): Promise<void> {
    const caret = (column: string): Locator =>
      this.statusItem(new RegExp(`^Ln ${line}, Col ${column}$`, "u"));
    do {
      await this.quickInput.choose("Control+P", `${name}:${line}`, name);
    } while (!(await isSoonVisible(caret("1"))));
    do {
      await this.page.keyboard.press("End");
    } while (!(await isSoonVisible(caret("(?!1$)\\d+"))));
  }

  /** The text that a completion offers in the editor. */
  get ghostText(): Locator {
    return this.page.locator(
      ".monaco-editor .view-lines :is([class^='ghost-text'], [class*=' ghost-text'])",
    );
  }

  /** Closes the window as a person does. */
  async close(): Promise<void> {
    await closeWindow(this.page);
  }

  async reload(): Promise<void> {
    await leaveWindow(this.page);
    await this.page.reload();
    await this.waitUntilReady(viewMs);
  }

  /** Reloads the window by the command, as a person does after changing the extensions. */
  async reloadByCommand(): Promise<void> {
    const loaded = this.page.waitForEvent("load");
    await this.runCommand("Developer: Reload Window");
    await loaded;
  }

  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: join(this.#results, `${name}.png`) });
  }

  /** Our extension's entry in the activity bar. */
  get activityIcon(): Locator {
    return this.page.locator(".activitybar").getByRole("tab", { name: "AI Hub" });
  }

  get #viewTitle(): Locator {
    return this.#sideBarTitle.filter({ hasText: "AI Hub" });
  }

  /** The title of whichever view the side bar shows. */
  get #sideBarTitle(): Locator {
    return this.page.locator(".sidebar .composite.title").getByText(/\S/u);
  }
}
