import { createInterface } from "node:readline";

import { bracketedPaste, PasteInput, sentText } from "./pasteInput.ts";

const interrupt = "\u0003";
const maxHistory = 100;

/** Between messages a line editor has the terminal; during a run single keys count. */
export class ChatTerminal {
  #history: string[] = [];
  /** The next interrupt leaves. */
  #isArmed = false;
  /** The result goes on with keys. */
  #pauseKeys: () => () => void = () => () => undefined;
  #onKey: ((key: string) => void) | undefined;

  constructor() {
    // A terminal that closes also sends a signal, which ends the program.
    process.stdin.on("error", () => undefined);
  }

  /** Undefined: the person leaves. A line that ends with `\` goes on in the next one. */
  async readMessage(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    let text = "";
    for (;;) {
      const line = await this.#readLine(text === "" ? prompt : "… ", signal, maxHistory);
      if (line === undefined) {
        return undefined;
      }
      text += line.endsWith("\\") ? `${line.slice(0, -1)}\n` : line;
      if (!line.endsWith("\\")) {
        this.#isArmed = false;
        return sentText(text);
      }
    }
  }

  async #readLine(
    prompt: string,
    signal: AbortSignal,
    historySize: number,
  ): Promise<string | undefined> {
    const { stdin, stdout } = process;
    const input = new PasteInput((isRaw) => stdin.setRawMode(isRaw));
    const lines = createInterface({
      input,
      output: stdout,
      terminal: true,
      prompt,
      history: this.#history,
      historySize,
      removeHistoryDuplicates: true,
    });
    stdin.pipe(input);
    stdout.write(bracketedPaste.on);
    try {
      return await new Promise<string | undefined>((resolve) => {
        lines.once("line", resolve);
        lines.once("close", () => resolve(undefined));
        signal.addEventListener("abort", () => resolve(undefined), { once: true });
        lines.on("SIGINT", () => {
          if (lines.line === "" && this.#isArmed) {
            resolve(undefined);
            return;
          }
          stdout.write(lines.line === "" ? "\nControl-C again leaves.\n" : "\n");
          this.#isArmed = true;
          lines.write(undefined, { ctrl: true, name: "e" });
          lines.write(undefined, { ctrl: true, name: "u" });
          lines.prompt();
        });
        lines.on("history", (history) => {
          this.#history = [...history];
        });
        lines.prompt();
      });
    } finally {
      lines.close();
      stdin.unpipe(input);
      stdout.write(bracketedPaste.off);
    }
  }

  /** During a run: a text for the model. */
  async readAnswer(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    const release = this.#pauseKeys();
    try {
      // An answer to the model is no message for the history.
      return await this.#readLine(prompt, signal, 0);
    } finally {
      release();
    }
  }

  /** Until the result is called, keys are read one by one, and interrupts are reported. */
  watch(onInterrupt: () => void): () => void {
    const { stdin } = process;
    const read = (data: Buffer): void => {
      const key = data.toString();
      if (key.includes(interrupt)) {
        this.#isArmed = true;
        onInterrupt();
      } else {
        this.#onKey?.(key);
      }
    };
    const listen = (): void => {
      stdin.setRawMode(true);
      stdin.on("data", read);
      stdin.resume();
    };
    const release = (): void => {
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
    };
    listen();
    this.#pauseKeys = () => {
      release();
      return listen;
    };
    return release;
  }

  /** One key as a small letter; empty for Enter, Escape and at the end of the run. */
  async readKey(question: string, signal?: AbortSignal): Promise<string> {
    process.stdout.write(`${question} `);
    const key = await new Promise<string>((resolve) => {
      this.#onKey = (given) => resolve(/^\p{L}$/u.test(given) ? given : "");
      signal?.addEventListener("abort", () => resolve(""), { once: true });
    });
    this.#onKey = undefined;
    process.stdout.write(`${key}\n`);
    return key;
  }
}
