import * as vscode from "vscode";

import type { Attachment } from "../../../context/attachment.ts";
import { expandPrompt, type PromptFile } from "../../../context/promptFile.ts";
import type { SlashCommand } from "../../../shared/calls/contextCalls.ts";
import { attachmentFromDocument, attachmentFromSelection } from "../../editor/selection.ts";
import { attachFile, orSayTooLarge, textAttachment } from "../files/fileAttachments.ts";
import type { WorkspaceFiles } from "../files/workspaceFiles.ts";
import { attachChanges } from "../sources/contextSources.ts";
import { problemsText } from "../sources/problems.ts";
import type { HubSkills } from "./hubSkills.ts";
import { readPromptFiles } from "./promptFiles.ts";

const { l10n } = vscode;

type Subject = "code" | "codeAndProblems" | "changes" | "none";

interface BuiltIn {
  readonly description: string;
  readonly prompt?: string;
  readonly subject?: Subject;
  readonly action?: SlashCommand["action"];
}

export interface Expanded {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly model?: string;
}

export interface PromptSources {
  readonly folders: readonly vscode.Uri[];
  readonly files: WorkspaceFiles;
  readonly hubSkills: Pick<HubSkills, "list" | "use">;
}

/**
 * The commands. Of equal names the first counts: built-in, the person's file, the hub's skill, the workspace's file.
 */
export async function listCommands({
  folders,
  files: workspaceFiles,
  hubSkills,
}: PromptSources): Promise<SlashCommand[]> {
  const own = builtIns();
  const [files, skills] = await Promise.all([
    readPromptFiles(folders, workspaceFiles),
    hubSkills.list(),
  ]);
  const commands = new Map<string, SlashCommand>();
  for (const [name, { description, action }] of Object.entries(own)) {
    commands.set(name, { name, description, origin: "builtIn", ...(action && { action }) });
  }
  const found: readonly SlashCommand[] = [
    ...files.map(({ file, origin }) => ({
      name: file.name,
      description: descriptionOf(file),
      origin,
    })),
    ...skills.map(({ name, description, version }) => ({
      name,
      description: `${description} · ${version}`.slice(0, 300),
      origin: "hub" as const,
    })),
  ];
  const order = ["person", "hub", "workspace"];
  for (const command of found.toSorted(
    (a, b) => order.indexOf(a.origin) - order.indexOf(b.origin),
  )) {
    if (!commands.has(command.name)) {
      commands.set(command.name, command);
    }
  }
  return [...commands.values()].slice(0, 200);
}

/** `rest` follows the prompt. Undefined if there is no such command; "unread" if the person has to read it first. */
export async function expandCommand(
  name: string,
  rest: string,
  options: PromptSources & { readonly hasAttachments: boolean },
): Promise<Expanded | "unread" | undefined> {
  const { folders, files, hasAttachments, hubSkills } = options;
  const builtIn = new Map(Object.entries(builtIns())).get(name);
  if (builtIn) {
    const subject = hasAttachments ? "none" : (builtIn.subject ?? "none");
    return builtIn.prompt === undefined
      ? undefined
      : {
          text: [builtIn.prompt, rest.trim()].filter((part) => part !== "").join("\n\n"),
          attachments: await subjectOf(subject, files),
        };
  }
  const named = (await readPromptFiles(folders, files)).filter(({ file }) => file.name === name);
  const own = named.find(({ origin }) => origin === "person");
  const skill = own ? undefined : (await hubSkills.list()).find((one) => one.name === name);
  const found = skill ? await hubSkills.use(skill) : (own ?? named[0])?.file;
  return found ? await expandFile(found, rest, options) : skill && "unread";
}

async function expandFile(
  { body, model }: PromptFile,
  rest: string,
  { files, hasAttachments }: { readonly files: WorkspaceFiles; readonly hasAttachments: boolean },
): Promise<Expanded> {
  const editor = vscode.window.activeTextEditor;
  const isOut = editor && (await files.refuses(editor.document.uri));
  const isAboutEditor = /\$\{(?:selection|selectedText|file)\}/u.test(body);
  return {
    text: expandPrompt(body, {
      file: editor && vscode.workspace.asRelativePath(editor.document.uri),
      selection: isOut === true ? "" : editor?.document.getText(editor.selection),
      rest,
    }),
    attachments: await subjectOf(hasAttachments || isAboutEditor ? "none" : "code", files),
    ...(model !== undefined && model !== "" && { model }),
  };
}

async function subjectOf(subject: Subject, files: WorkspaceFiles): Promise<readonly Attachment[]> {
  if (subject === "changes") {
    return await attachChanges(files);
  }
  const editor = vscode.window.activeTextEditor;
  if (subject === "none" || !editor) {
    return [];
  }
  const { document, selection } = editor;
  if ((await files.reasonAgainst(document.uri)) !== undefined) {
    return await attachFile(document.uri, files);
  }
  const code = selection.isEmpty
    ? attachmentFromDocument(document)
    : attachmentFromSelection(editor);
  const problems = subject === "codeAndProblems" ? problemsText(document.uri) : undefined;
  return [
    ...orSayTooLarge(code),
    ...(problems === undefined
      ? []
      : [
          textAttachment(
            { kind: "problems", path: l10n.t("Problems of this file"), languageId: "text" },
            problems,
          ),
        ]),
  ];
}

function descriptionOf({ description, model, body }: PromptFile): string {
  const text = description ?? body.split("\n", 1)[0] ?? "";
  return (model === undefined ? text : `${text} · ${model}`).slice(0, 300);
}

function builtIns(): Readonly<Record<string, BuiltIn>> {
  return { ...promptCommands(), ...actionCommands() };
}

function promptCommands(): Readonly<Record<string, BuiltIn>> {
  return {
    explain: {
      description: l10n.t("Explain how the code works"),
      prompt: l10n.t(
        "Explain how this code works: what it is for, how it does it step by step, and what is surprising about it.",
      ),
      subject: "code",
    },
    fix: {
      description: l10n.t("Find and fix the problem"),
      prompt: l10n.t(
        "Find what is wrong with this code and fix it. Say the cause in a sentence, then show the smallest change that mends it.",
      ),
      subject: "codeAndProblems",
    },
    tests: {
      description: l10n.t("Write tests"),
      prompt: l10n.t(
        "Write tests for this code in the style and framework of the project: the usual case, the edges and the failures. Name each test by the behaviour it checks.",
      ),
      subject: "code",
    },
    docs: {
      description: l10n.t("Write documentation comments"),
      prompt: l10n.t(
        "Write documentation comments for what this code exports, in the usual form of its language: what a caller has to know, not how it is done. Change nothing else.",
      ),
      subject: "code",
    },
    commit: {
      description: l10n.t("Write a commit message for the changes"),
      prompt: l10n.t(
        "Write a commit message for these changes: a subject of at most 72 characters in the imperative, a blank line, then why, if that is not plain. Answer with the message alone, in a code block.",
      ),
      subject: "changes",
    },
  };
}

function actionCommands(): Readonly<Record<string, BuiltIn>> {
  return {
    clear: { description: l10n.t("Empty the message and its context"), action: "clear" },
    new: { description: l10n.t("Start a new chat"), action: "newChat" },
    review: { description: l10n.t("Review the changes"), action: "review" },
    model: { description: l10n.t("Choose the model"), action: "model" },
    preview: { description: l10n.t("Show exactly what would be sent"), action: "preview" },
    compact: {
      description: l10n.t("Leave older turns out until the rest fits"),
      action: "compact",
    },
    help: { description: l10n.t("Show all commands"), action: "help" },
  };
}
