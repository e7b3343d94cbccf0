import type { AgentCard } from "../../../shared/calls/agentCalls.ts";
import type { AgentWords } from "../../words/en/agentEn.ts";

interface CardTexts {
  readonly act: string;
  readonly button: string;
  readonly reject?: string;
}

type Count = (value: number) => string;

export function cardTexts(
  words: AgentWords,
  card: AgentCard,
  count: Count,
  toolName?: string,
): CardTexts {
  const [path = ""] = card.paths;
  switch (card.kind) {
    case "request":
      return same(words.cardRequest);
    case "edit":
    case "delete":
      return fileTexts(words, card, count);
    case "command":
      return same(words.cardCommand);
    case "outside":
      return { act: outsideAct(words, card, path), button: words.cardAllowOutside };
    case "serverStart":
      return serverTexts(words, card);
    case "mcpCall":
      return same(toolName === undefined ? words.cardCallUnnamed : words.cardCall(toolName));
    case "web":
      return same(words.cardWeb);
    default:
      return card.kind satisfies never;
  }
}

function outsideAct(
  words: AgentWords,
  { command, paths, warnings }: AgentCard,
  path: string,
): string {
  if (path === "" && command) {
    return words.cardCommand;
  }
  if (warnings.includes("outsideWorkspace")) {
    return words.cardOutside(path);
  }
  const all = paths.join(", ");
  return warnings.includes("secretFile") ? words.cardSecret(all) : words.cardHiddenName(all);
}

function same(act: string): CardTexts {
  return { act, button: act };
}

function serverTexts(words: AgentWords, { isToolReview }: AgentCard): CardTexts {
  return isToolReview === true
    ? { act: words.cardServerTools, button: words.cardAllowTools }
    : same(words.cardServer);
}

function fileTexts(words: AgentWords, card: AgentCard, format: Count): CardTexts {
  const { paths, warnings } = card;
  if (warnings.includes("changedByCommand")) {
    const [path = ""] = paths;
    const act =
      paths.length > 1
        ? words.cardKeepChanges(paths.length, format(paths.length))
        : words.cardKeepChange(path);
    return { act, button: words.cardKeep, reject: words.cardPutBack };
  }
  const texts = changeTexts(words, card, format);
  return warnings.includes("savesFirst") ? { ...texts, button: words.cardSaveAndGoOn } : texts;
}

function changeTexts(
  words: AgentWords,
  { kind, paths, isNew }: AgentCard,
  format: Count,
): CardTexts {
  const [path = ""] = paths;
  const count = format(paths.length);
  if (kind === "delete") {
    const act = paths.length > 1 ? words.cardDeletes(paths.length, count) : words.cardDelete(path);
    return { act, button: words.cardDoDelete };
  }
  return paths.length > 1
    ? { act: words.cardEdits(paths.length, count), button: words.cardMakeEdits }
    : isNew === true
      ? { act: words.cardWrite(path), button: words.cardWriteFile }
      : { act: words.cardEdit(path), button: words.cardMakeEdit };
}

export function warningText(words: AgentWords, warning: AgentCard["warnings"][number]): string {
  return {
    leavesSandbox: words.warnLeavesSandbox,
    savesFirst: words.warnSavesFirst,
    dropsMost: words.warnDropsMost,
    runsByItself: words.warnRunsByItself,
    otherNames: words.warnOtherNames,
    changedByCommand: words.warnChangedByCommand,
    excludedPath: words.warnExcludedPath,
    secretFile: words.warnSecretFile,
    outsideWorkspace: words.warnOutside,
    followsLink: words.warnLink,
    notUndoable: words.warnNotUndoable,
    losesIgnored: words.warnLosesIgnored,
    tainted: words.warnTainted,
    sensitiveData: words.warnSensitive,
    invisibleCharacters: words.warnInvisible,
  }[warning];
}
