import { createInterface } from "node:readline";

import { capPause, raisedCap } from "../agent/run/runCap.ts";
import { HubError } from "../hub/errors/hubError.ts";
import { visibleText } from "../shared/text/visibleText.ts";
import { UsageError } from "../sharedNode/flags.ts";
import { endNotice } from "./acp/acpEnd.ts";
import { chatScreen, styled } from "./chat/chatScreen.ts";
import { ChatTerminal } from "./chat/chatTerminal.ts";
import { chooseModel, clientOf, failureLine, tokenOf } from "./run/hubAccess.ts";
import { withinHub } from "./run/machineRules.ts";
import { ProgramError } from "./run/programError.ts";
import type { ProgramOptions } from "./run/programOptions.ts";
import { restore } from "./run/restore.ts";
import { print } from "./run/terminal.ts";
import { runTask } from "./runTask.ts";

/** For 40 columns. */
const help = `/model [id]  lists models, or takes one
/mode <mode> agent, or plan: no changes
/undo        takes the last changes back
/new         begins a new conversation
/exit        leaves, as Control-D does
A \\ at the end of a line adds another.
Control-C stops a run; twice, it leaves.`;

/** Until the person leaves, or standard input ends. Rejects if the chat cannot begin. */
export async function chat(options: ProgramOptions, stopped: AbortSignal): Promise<void> {
  if (options.isJson || options.schemaFile !== undefined || options.imageFiles.length > 0) {
    throw new UsageError("chat takes no --json, --output-schema or --image.");
  }
  await tokenOf(options);
  const models = await clientOf(options, "ai-hub-agent").listModels({ signal: stopped });
  const held = withinHub(options);
  const { id } = chooseModel(models, held.model);
  const isPerson = process.stdin.isTTY && process.stdout.isTTY;
  await new Chat(held, isPerson ? new ChatTerminal() : undefined, stopped).talk(id, options.task);
}

class Chat {
  #options: ProgramOptions;
  readonly #terminal: ChatTerminal | undefined;
  readonly #stopped: AbortSignal;
  readonly #checkpoints: string[] = [];
  #isLeaving = false;

  constructor(options: ProgramOptions, terminal: ChatTerminal | undefined, stopped: AbortSignal) {
    this.#options = { ...options, task: "" };
    this.#terminal = terminal;
    this.#stopped = stopped;
  }

  /** `first` is the first message; empty if the person begins. */
  async talk(model: string, first: string): Promise<void> {
    if (this.#terminal) {
      print(styled("dim", `${visibleText(model)} · /help for commands`));
    }
    for await (const text of this.#messages(first)) {
      await this.#answer(text);
      if (this.#isLeaving || this.#stopped.aborted) {
        break;
      }
    }
    const { resume } = this.#options;
    if (this.#terminal && resume !== undefined) {
      print(styled("dim", `To go on: chat --resume ${resume.slice(0, 8)}`));
    }
  }

  async *#messages(first: string): AsyncGenerator<string> {
    if (first !== "") {
      yield first;
    }
    const terminal = this.#terminal;
    if (!terminal) {
      yield* createInterface({ input: process.stdin, terminal: false, signal: this.#stopped });
      return;
    }
    for (;;) {
      const text = await terminal.readMessage(styled("bold", "> "), this.#stopped);
      if (text === undefined || /^\/(?:exit|quit)$/u.test(text)) {
        return;
      }
      yield text;
    }
  }

  async #answer(message: string): Promise<void> {
    const text = message.trim();
    try {
      if (text.startsWith("/")) {
        await this.#command(text);
      } else if (text !== "") {
        await this.#run(text);
      }
    } catch (error) {
      if (error instanceof HubError) {
        print(failureLine(error, this.#options.baseUrl));
      } else if (error instanceof ProgramError || error instanceof UsageError) {
        print(error.message);
      } else {
        throw error;
      }
    }
  }

  async #command(text: string): Promise<void> {
    const [name, argument] = text.split(/\s+/u);
    switch (name) {
      case "/model":
        await this.#chooseModel(argument);
        return;
      case "/mode":
        this.#chooseMode(argument);
        return;
      case "/undo":
        await this.#undo();
        return;
      case "/new":
        this.#options = { ...this.#options, resume: undefined, isContinued: false };
        print("A new conversation.");
        return;
      default:
        print(
          name === "/help"
            ? help
            : `There is no command ${visibleText(name ?? "")}. All commands: /help`,
        );
    }
  }

  async #chooseModel(model: string | undefined): Promise<void> {
    const client = clientOf(this.#options, "ai-hub-agent");
    const models = await client.listModels({ signal: this.#stopped });
    if (model === undefined) {
      const current = chooseModel(models, this.#options.model).id;
      print(models.map(({ id }) => visibleText(`${id === current ? "*" : " "} ${id}`)).join("\n"));
    } else if (models.some(({ id }) => id === model)) {
      this.#options = { ...this.#options, model };
      print(`The next message goes to ${visibleText(model)}.`);
    } else {
      print(`The hub has no model ${visibleText(model)}.`);
    }
  }

  #chooseMode(mode: string | undefined): void {
    if (mode === "agent" || mode === "plan") {
      this.#options = { ...this.#options, mode };
      print(`The mode is ${mode} from the next message on.`);
    } else {
      print("/mode takes agent or plan.");
    }
  }

  async #undo(): Promise<void> {
    const checkpoint = this.#checkpoints.pop();
    if (checkpoint === undefined) {
      print("Nothing of this chat is left to undo.");
      return;
    }
    await restore(["--restore", checkpoint, "--cwd", this.#options.folder, "--yes", "restore"]);
  }

  async #run(text: string): Promise<void> {
    const stopping = new AbortController();
    const release = this.#terminal?.watch(() => {
      this.#isLeaving = stopping.signal.aborted;
      stopping.abort();
      print(this.#isLeaving ? "" : "\nStopping. Control-C again leaves.");
    });
    const screen = chatScreen(this.#options, {
      terminal: this.#terminal,
      checkpoint: (id) => this.#checkpoints.push(id),
      ended: (end, { id, cap: terms }) => {
        const cap = terms && capPause(end, terms);
        const raised = cap && raisedCap(cap);
        const maxCost = raised === undefined ? this.#options.maxCost : Number(raised);
        this.#options = { ...this.#options, resume: id, isContinued: false, maxCost };
        const notice = end.outcome === "failed" ? undefined : endNotice(end, cap);
        if (notice !== undefined) {
          print(notice);
        }
      },
    });
    try {
      const signal = AbortSignal.any([stopping.signal, this.#stopped]);
      await runTask(this.#options, { input: { text, images: [] }, screen }, signal);
    } finally {
      release?.();
    }
  }
}
