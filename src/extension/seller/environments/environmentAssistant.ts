import * as vscode from "vscode";

import { parseBaseUrl } from "../../../shared/text/baseUrl.ts";
import {
  clearDraft,
  newDraft,
  type StepAnswer,
  type StepPosition,
  type StepsDraft,
  walkSteps,
} from "./assistantSteps.ts";
import { freeId, type ProfileEntry } from "./environments.ts";
import type { ClientCredentials } from "./sellerSecrets.ts";

const { l10n } = vscode;

const entrySteps = ["kind", "name", "address", "seller", "user"] as const;
const credentialSteps = ["clientId", "clientSecret"] as const;

type StepId = (typeof entrySteps)[number] | (typeof credentialSteps)[number];

export type EnvironmentDraft = StepsDraft<StepId>;

export interface NewEnvironment {
  readonly entry: ProfileEntry;
  /** Absent if the person left before the last step. */
  readonly credentials?: ClientCredentials;
}

/**
 * Undefined if the person left too early; the next call resumes. The secret is never stored. `taken`: the ids that the
 * settings already have.
 */
export async function askForEnvironment(
  draft: EnvironmentDraft,
  taken: () => readonly string[],
): Promise<NewEnvironment | undefined> {
  const title = l10n.t("New environment of the seller portal");
  const isWhole = await walkSteps([...entrySteps, ...credentialSteps], draft, (id, position) =>
    showStep(title, id, position),
  );
  const entry = draft.at < entrySteps.length ? undefined : entryOf(draft, taken());
  // Esc may leave a partial secret, which does not count.
  const credentials = isWhole ? credentialsOf(draft) : undefined;
  draft.values.delete("clientSecret");
  if (!entry) {
    return undefined;
  }
  clearDraft(draft);
  return { entry, ...(credentials && { credentials }) };
}

export async function askForCredentials(name: string): Promise<ClientCredentials | undefined> {
  const title = l10n.t("Credentials for {0}", plain(name));
  const draft = newDraft<StepId>();
  await walkSteps(credentialSteps, draft, (id, position) => showStep(title, id, position));
  return draft.at < credentialSteps.length ? undefined : credentialsOf(draft);
}

/** The text without characters that the editor's messages would show as links or icons. */
export function plain(text: string): string {
  return text.replaceAll(/[[\]()$]/gu, " ");
}

function entryOf({ values }: EnvironmentDraft, taken: readonly string[]): ProfileEntry | undefined {
  const [kind, name, address, seller, user] = entrySteps.map((id) => values.get(id)?.trim() ?? "");
  const parsed = parseBaseUrl(address ?? "");
  if (name === undefined || !parsed.ok) {
    return undefined;
  }
  return {
    id: freeId(name, taken),
    name,
    kind: kind === "production" ? "production" : "sandbox",
    baseUrl: parsed.baseUrl,
    codigoSeller: Number(seller),
    ...(user !== undefined && user !== "" && { codigoUsuario: Number(user) }),
  };
}

/** Trims the spaces of a paste; undefined if either is missing. */
function credentialsOf({ values }: EnvironmentDraft): ClientCredentials | undefined {
  const clientId = values.get("clientId")?.trim() ?? "";
  const clientSecret = values.get("clientSecret")?.trim() ?? "";
  return clientId === "" || clientSecret === "" ? undefined : { clientId, clientSecret };
}

function showStep(title: string, id: StepId, position: StepPosition): Promise<StepAnswer> {
  return id === "kind" ? showKinds(title, position) : showBox(title, id, position);
}

function dress(input: vscode.QuickInput, title: string, { step, total }: StepPosition): void {
  input.title = title;
  input.step = step;
  input.totalSteps = total;
  input.ignoreFocusOut = true;
}

function showKinds(title: string, position: StepPosition): Promise<StepAnswer> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: string }>();
  dress(pick, title, position);
  pick.items = [
    { label: l10n.t("Sandbox"), value: "sandbox" },
    { label: l10n.t("PRODUCTION"), value: "production" },
  ];
  pick.activeItems = pick.items.filter(({ value }) => value === position.value);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const text = pick.activeItems[0]?.value;
      if (text !== undefined) {
        resolve({ move: "next", text });
        pick.hide();
      }
    });
    pick.onDidHide(() => {
      resolve({ move: "leave", text: position.value });
      pick.dispose();
    });
    pick.show();
  });
}

function showBox(
  title: string,
  id: Exclude<StepId, "kind">,
  position: StepPosition,
): Promise<StepAnswer> {
  const box = vscode.window.createInputBox();
  dress(box, title, position);
  const { prompt, problemOf } = boxes[id];
  box.prompt = prompt();
  box.password = id === "clientSecret";
  box.value = position.value;
  box.buttons = position.step > 1 ? [vscode.QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    const end = (move: StepAnswer["move"]): void => {
      resolve({ move, text: box.value });
      box.hide();
    };
    box.onDidChangeValue((text) => {
      box.validationMessage = text === "" ? "" : (problemOf(text) ?? "");
    });
    box.onDidTriggerButton(() => end("back"));
    box.onDidAccept(() => {
      const problem = problemOf(box.value);
      box.validationMessage = problem ?? "";
      if (problem === undefined) {
        end("next");
      }
    });
    box.onDidHide(() => {
      resolve({ move: "leave", text: box.value });
      box.dispose();
    });
    box.show();
  });
}

interface Box {
  readonly prompt: () => string;
  readonly problemOf: (text: string) => string | undefined;
}

const boxes: Readonly<Record<Exclude<StepId, "kind">, Box>> = {
  name: { prompt: () => l10n.t("Choose a name"), problemOf: isName },
  address: {
    prompt: () => l10n.t("Its base address, the same for all calls"),
    problemOf: isAddress,
  },
  seller: { prompt: () => l10n.t("Seller code (codigoSeller)"), problemOf: isCode },
  user: {
    prompt: () => l10n.t("User code (codigoUsuario); leave it empty to be asked each time"),
    problemOf: (text) => (text.trim() === "" ? undefined : isCode(text)),
  },
  clientId: { prompt: () => "client_id", problemOf: isFilled },
  clientSecret: { prompt: () => "client_secret", problemOf: isFilled },
};

function isFilled(text: string): string | undefined {
  return text.trim() === "" ? l10n.t("This must not be empty.") : undefined;
}

function isName(text: string): string | undefined {
  return text.trim().length > 100 ? l10n.t("This is too long.") : isFilled(text);
}

function isAddress(text: string): string | undefined {
  return parseBaseUrl(text).ok
    ? undefined
    : l10n.t("An https address is needed, or http on this machine.");
}

function isCode(text: string): string | undefined {
  return /^\s*\d{1,15}\s*$/u.test(text) ? undefined : l10n.t("A whole number is needed.");
}
