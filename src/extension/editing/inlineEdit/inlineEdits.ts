import * as vscode from "vscode";

import { linesOf } from "../../../edits/fileLines.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import { baseName } from "../../../shared/text/baseName.ts";
import type { WorkspaceFiles } from "../../context/files/workspaceFiles.ts";
import type { Command } from "../../editor/commandNames.ts";
import { askAgain, type InstructionAsked, lineCountOf } from "../../editor/instructionBox.ts";
import { askOnce, type OneOffDeps, tellFailure } from "../oneOff.ts";
import type { ChangeReview } from "../review/changeReview.ts";
import type { ReviewOwner } from "../review/reviewCommands.ts";
import { tellUnchanged } from "../review/reviews.ts";
import type { VirtualTexts } from "../virtualTexts.ts";
import { editMessages } from "./editPrompt.ts";
import { askHow, tellOutcome } from "./inlineMessages.ts";
import { InlineSession } from "./inlineSession.ts";
import { InlineSessions } from "./inlineSessions.ts";
import { WriteQueue } from "./writeQueue.ts";

const { l10n } = vscode;

/** The distance between the ids of two sessions, because a session's changes have ids from the session's on. */
const idsPerSession = 1_000_000;

interface Lines {
  readonly start: number;
  /** Not included. */
  readonly end: number;
}

export interface InlineEditDeps extends OneOffDeps {
  readonly texts: VirtualTexts;
  readonly clock: Clock;
  readonly files: Pick<WorkspaceFiles, "refuses">;
}

type InlineCommand =
  | "acceptInlineEdit"
  | "rejectInlineEdit"
  | "retryInlineEdit"
  | "compareInlineEdit";

/** Starts edits in place, and decides on their changes. */
export class InlineEdits implements ReviewOwner, Disposable {
  readonly #deps: InlineEditDeps;
  readonly #sessions = new InlineSessions();
  readonly #queue = new WriteQueue();
  #nextId = 0;

  constructor(deps: InlineEditDeps) {
    this.#deps = deps;
  }

  get commands(): Readonly<Record<InlineCommand, Command>> {
    return {
      acceptInlineEdit: () => Promise.resolve(this.#sessions.current?.accept()),
      rejectInlineEdit: (id) => this.#takeBack(this.#sessions.named(id)),
      retryInlineEdit: (how, id) => this.#retry(how, this.#sessions.named(id)),
      compareInlineEdit: async () => {
        const review = this.#sessions.current?.review;
        await (review && this.compare(review));
      },
    };
  }

  of(shown: vscode.Uri, id?: number): ChangeReview | undefined {
    return id === undefined
      ? this.#sessions.nearest(shown)?.review
      : this.allIn(shown).find(({ hunks }) => hunks.some((hunk) => hunk.id === id));
  }

  allIn(shown: vscode.Uri): readonly ChangeReview[] {
    return this.#sessions.in(shown).flatMap(({ review }) => review ?? []);
  }

  async accept(review: ChangeReview, ids: readonly number[]): Promise<void> {
    await review.accept(ids);
  }

  async reject(review: ChangeReview, ids: readonly number[]): Promise<void> {
    const { isDone } = await review.reject(ids);
    if (!isDone) {
      tellUnchanged(review.target);
    }
  }

  /** Compares the document without its undecided changes to the present text. */
  async compare(review: ChangeReview): Promise<void> {
    const { target } = review;
    const name = baseName(target.path);
    const title = l10n.t("{0} before", name);
    const earlier = this.#deps.texts.add(target, title, () => review.other);
    const both = l10n.t("{0} before ↔ after", name);
    await vscode.commands.executeCommand("vscode.diff", earlier, target, both);
  }

  dispose(): void {
    this.#sessions.dispose();
  }

  async begin({ editor, whenOpen, answer, onBegin }: InstructionAsked): Promise<void> {
    await whenOpen;
    const { document } = editor;
    const instruction = await answer;
    if (instruction === undefined || !(await this.#decideEarlier(document, linesIn(editor)))) {
      return;
    }
    onBegin();
    // The editor moved the selection with the decided lines.
    const range = linesIn(editor);
    // The selection's colour would cover that of the new lines.
    editor.selection = new vscode.Selection(range.start, 0, range.start, 0);
    await this.#run(document, range, instruction);
  }

  async edit(document: vscode.TextDocument, range: Lines, proposed: string): Promise<void> {
    const instruction = await askAgain(range.end - range.start, proposed);
    if (instruction !== undefined && (await this.#decideEarlier(document, range))) {
      await this.#run(document, range, instruction);
    }
  }

  /**
   * Asks about undecided changes of earlier edits of these lines and stops their streaming answers. False if the person
   * decides nothing: the new edit does not begin.
   */
  async #decideEarlier({ uri }: vscode.TextDocument, range: Lines): Promise<boolean> {
    for (const session of this.#sessions.in(uri).filter((one) => overlaps(one, range))) {
      if (!(await this.#decide(session, uri))) {
        return false;
      }
    }
    return true;
  }

  async #decide(session: InlineSession, uri: vscode.Uri): Promise<boolean> {
    if (session.state !== "review") {
      await session.stop();
      return true;
    }
    const keep = l10n.t("Keep");
    const undo = l10n.t("Undo");
    const decision = await vscode.window.showWarningMessage(
      l10n.t("{0} has undecided lines of an earlier edit.", baseName(uri.path)),
      { modal: true },
      keep,
      undo,
    );
    if (decision === keep) {
      session.accept();
    } else if (decision === undo) {
      await this.#takeBack(session);
    }
    return decision !== undefined && !this.#sessions.has(session);
  }

  async #takeBack(session: InlineSession | undefined): Promise<void> {
    const review = session?.review;
    if (review) {
      await this.reject(
        review,
        review.hunks.map(({ id }) => id),
      );
    } else {
      await session?.stop();
    }
  }

  async #run(document: vscode.TextDocument, range: Lines, instruction: string): Promise<void> {
    if (await this.#deps.files.refuses(document.uri)) {
      return;
    }
    const lines = linesOf(document.getText());
    const session = new InlineSession(document, range, {
      id: this.#nextId,
      instruction,
      now: () => this.#deps.clock.now(),
      queue: this.#queue,
    });
    this.#nextId += idsPerSession;
    this.#sessions.add(session);
    const messages = editMessages({
      path: vscode.workspace.asRelativePath(document.uri),
      languageId: document.languageId,
      lines,
      ...range,
      instruction,
    });
    try {
      await tellOutcome(
        await session.run(askOnce(this.#deps, messages, { signal: session.signal })),
      );
    } catch (error) {
      tellFailure(error);
    }
  }

  /** `how` is `again` or `further`; otherwise the person is asked. */
  async #retry(how: unknown, session: InlineSession | undefined): Promise<void> {
    if (!session) {
      return;
    }
    const choice = how === "again" || how === "further" ? how : await askHow();
    if (choice === "again") {
      await this.#takeBack(session);
    }
    if (choice === undefined || (choice === "again" && session.state !== "ended")) {
      return;
    }
    const { document, instruction } = session;
    const asked = await askAgain(session.length, choice === "again" ? instruction : "");
    if (asked !== undefined) {
      const { start, length } = session;
      session.accept();
      await this.#run(document, { start, end: start + length }, asked);
    }
  }
}

function linesIn({ selection }: vscode.TextEditor): Lines {
  const start = selection.start.line;
  return { start, end: start + lineCountOf(selection) };
}

function overlaps({ start, length }: InlineSession, range: Lines): boolean {
  return start < range.end && range.start < start + Math.max(1, length);
}
