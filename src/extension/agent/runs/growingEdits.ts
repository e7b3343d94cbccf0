import type { AgentEvent } from "../../../agent/run/cards/agentEvents.ts";
import type { Workspace } from "../../../agent/tools/base/workspace.ts";
import { linesOf } from "../../../edits/fileLines.ts";
import { partialJson } from "../../../edits/partialJson.ts";
import { type GrowingPatch, growingPatch } from "../../../edits/patch/growingPatch.ts";
import { overwrite } from "../../../edits/review/overwrite.ts";
import type { CallPiece } from "../../../hub/wire/chatTypes.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { type Fields, isRecord } from "../../../shared/base/json.ts";
import type { AgentEditor, GrowingView } from "../editor/agentEditor.ts";

const drawEveryMs = 100;

export interface GrowingEditsDeps {
  readonly clock: Clock;
  readonly editor: Pick<AgentEditor, "growing">;
  readonly workspace: Workspace;
  /** False if the person does not see the conversation, or wants no file opened. */
  readonly isShown: () => boolean;
}

interface Shown {
  readonly path: string;
  readonly before: string;
  readonly view: GrowingView;
  text: string;
}

/** Shows the difference that an edit makes while the model still writes it. Failures hide the view only. */
export class GrowingEdits {
  readonly #deps: GrowingEditsDeps;
  #newest: CallPiece | undefined;
  #stopTimer: (() => void) | undefined;
  #drawing: Promise<void> = Promise.resolve();
  #shown: Shown | undefined;
  #callId: string | undefined;

  constructor(deps: GrowingEditsDeps) {
    this.#deps = deps;
  }

  readonly grow = (piece: CallPiece): void => {
    const { clock, editor, isShown } = this.#deps;
    if (
      !editor.growing ||
      !/^(?:edit_file|write_file|apply_patch)$/u.test(piece.name) ||
      !isShown()
    ) {
      return;
    }
    this.#newest = piece;
    this.#stopTimer ??= clock.startTimer(() => {
      this.#stopTimer = undefined;
      this.#drawLater(piece.name);
    }, drawEveryMs);
  };

  /** Follows the calls and their results. */
  see(event: AgentEvent): void {
    if (event.type === "call" && event.tool === this.#newest?.name) {
      this.#stopDrawing();
      this.#drawLater(event.tool, true);
      this.#drawing = this.#drawing.then(() => this.#follow(event));
    } else if (event.type === "result") {
      this.#drawing = this.#drawing.then(() =>
        event.id === this.#callId ? this.#hide(event.state === "done") : undefined,
      );
    }
  }

  /** Resolves when the difference so far is drawn: a call's effect waits for it, so that the earlier text is read. */
  async drawn(): Promise<void> {
    await this.#drawing;
  }

  async end(): Promise<void> {
    this.#stopDrawing();
    this.#newest = undefined;
    await this.#drawing;
    await this.#hide(false);
  }

  #stopDrawing(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #drawLater(name: string, isWhole = false): void {
    this.#drawing = this.#drawing
      .then(() => this.#draw(name, isWhole))
      // A deleted or unreadable file has no difference to show.
      .catch(() => undefined);
  }

  #follow({ id, tool, args }: Extract<AgentEvent, { type: "call" }>): void {
    if (this.#shown && growingOf(tool, args, true)?.path === this.#shown.path) {
      this.#callId = id;
    }
  }

  async #draw(name: string, isWhole: boolean): Promise<void> {
    const args = this.#newest && partialJson(this.#newest.json);
    const growing = isRecord(args) ? growingOf(name, args, isWhole) : undefined;
    if (!growing) {
      return;
    }
    const { path } = growing;
    if (this.#shown?.path !== path) {
      await this.#hide(false);
      await this.#show(path);
    }
    const shown = this.#shown;
    if (shown) {
      const text = growing.textFrom(shown.before);
      if (text !== shown.text) {
        shown.text = text;
        shown.view.grow();
      }
    }
  }

  async #show(path: string): Promise<void> {
    const { editor, workspace } = this.#deps;
    const located = await workspace.locate(path);
    const file = located.isInside ? await workspace.read(located) : undefined;
    if (!file || ("problem" in file && file.problem !== "missing")) {
      return;
    }
    const before = "text" in file ? file.text : "";
    const growing = { path, before, text: before };
    const edit = { path: located.real, name: located.shown, before, text: () => growing.text };
    const view = editor.growing?.(edit);
    this.#shown = view && Object.assign(growing, { view });
  }

  async #hide(isDone: boolean): Promise<void> {
    const view = this.#shown?.view;
    this.#shown = undefined;
    this.#callId = undefined;
    await view?.end(isDone).catch(() => undefined);
  }
}

/** Undefined until the path is complete: then another argument has begun. */
function growingOf(name: string, args: Fields, isWhole: boolean): GrowingPatch | undefined {
  const { path, patch } = args;
  if (name === "apply_patch") {
    return typeof patch === "string" ? growingPatch(patch, isWhole) : undefined;
  }
  if (typeof path !== "string" || (!isWhole && Object.keys(args).at(-1) === "path")) {
    return undefined;
  }
  const textFrom = (before: string): string =>
    name === "write_file" ? written(before, args, isWhole) : edited(before, args);
  return { path, textFrom };
}

/** Until the text is whole, new lines replace old ones from the top, so that the rest does not look deleted. */
function written(before: string, { content }: Fields, isWhole: boolean): string {
  if (typeof content !== "string") {
    return before;
  }
  return isWhole ? content : overwrite(linesOf(before), linesOf(content)).join("\n");
}

function edited(before: string, { edits }: Fields): string {
  let text = before;
  for (const edit of Array.isArray(edits) ? edits : []) {
    const [old, now] = isRecord(edit) ? [edit["old_text"], edit["new_text"]] : [];
    const at = typeof old === "string" && old !== "" ? text.indexOf(old) : -1;
    if (typeof old === "string" && typeof now === "string" && at >= 0) {
      text = text.slice(0, at) + now + text.slice(at + old.length);
    }
  }
  return text;
}
