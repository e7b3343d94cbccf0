import type { SlashCommand } from "../../shared/calls/contextCalls.ts";
import { focusMainControl } from "../kit/focus.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { commandIn } from "./typedToken.ts";

export interface SlashActions {
  readonly openMeter: () => void;
  readonly preview: () => void;
  readonly leaveOutOlderTurns: () => void;
}

/** A prompt replaces its command, so that the person can read it; other commands act at once. */
export class SlashCommands {
  readonly #deps: PageFeatureDeps;
  readonly #actions: SlashActions;

  constructor(deps: PageFeatureDeps, actions: SlashActions) {
    this.#deps = deps;
    this.#actions = actions;
  }

  async choose({ name, action }: SlashCommand): Promise<void> {
    if (action !== undefined) {
      this.#act(action);
      return;
    }
    const expanded = await this.#expand(name, "");
    if (expanded) {
      this.#show(expanded.text);
    }
  }

  /** Undefined without a command; resolves with false if the message cannot be sent. */
  beforeSend(): Promise<boolean> | undefined {
    const typed = commandIn(this.#deps.composer.typed.value);
    return typed && this.#take(typed.name, typed.rest);
  }

  async #take(name: string, rest: string): Promise<boolean> {
    const { host, composer } = this.#deps;
    const listed = await host.listSlashCommands({}).catch(() => undefined);
    const command = listed?.commands.find((one) => one.name === name);
    if (!command) {
      return true;
    }
    if (command.action !== undefined) {
      this.#act(command.action);
      return false;
    }
    const expanded = await this.#expand(name, rest);
    if (!expanded) {
      return false;
    }
    const { text, isAsMeant } = expanded;
    composer.replace(text, text.length);
    return isAsMeant && !placeholder.test(text);
  }

  /** `isAsMeant` is false if the prompt's model is unavailable. */
  async #expand(
    name: string,
    rest: string,
  ): Promise<{ readonly text: string; readonly isAsMeant: boolean } | undefined> {
    const { host, ui, language, state } = this.#deps;
    const conversationId = state.conversationId.value;
    const expanded = await host
      .expandSlashCommand({ conversationId, name, rest })
      .catch(() => undefined);
    if (conversationId !== state.conversationId.value) {
      // Another conversation is shown: its text must stay.
      return undefined;
    }
    if (expanded?.isUnread === true) {
      return undefined;
    }
    if (expanded?.text === undefined) {
      ui.notice.value = language.words.hostSilent;
      return undefined;
    }
    const { text, missingModel } = expanded;
    if (missingModel !== undefined) {
      ui.notice.value = language.words.promptModelMissing(missingModel);
    }
    return { text, isAsMeant: missingModel === undefined };
  }

  #show(text: string): void {
    const { composer } = this.#deps;
    const [input] = placeholder.exec(text) ?? [];
    const start = input === undefined ? text.length : text.indexOf(input);
    composer.replace(text, start, start + (input?.length ?? 0));
    focusMainControl();
  }

  #act(action: NonNullable<SlashCommand["action"]>): void {
    const { composer, host, state, switching, ui } = this.#deps;
    composer.replace(action === "help" ? "/" : "", action === "help" ? 1 : 0);
    switch (action) {
      case "clear":
        composer.removeLong();
        for (const { id } of state.view.value.attachments) {
          void host.removeAttachment({ id }).catch(() => undefined);
        }
        break;
      case "newChat":
        void switching.by(() =>
          host.newChat({}).then(
            () => true,
            () => false,
          ),
        );
        break;
      case "model":
        ui.isPickerOpen.value = true;
        return;
      case "preview":
        this.#actions.preview();
        return;
      case "compact":
        this.#actions.leaveOutOlderTurns();
        break;
      case "review":
        void host.startReview({}).catch(() => undefined);
        return;
      case "help":
        break;
      default:
        action satisfies never;
    }
    focusMainControl();
  }
}

const placeholder = /\[[^\]\n]{1,200}\](?!\()/u;
