import * as vscode from "vscode";

import { isSecretText } from "../../../shared/guarded/secretContent.ts";
import { readBounded } from "../../editor/boundedFile.ts";

/** Larger files cannot be attached. */
const maxBytes = 2_000_000;
const maxKnown = 1_000;

interface Judged {
  readonly size: number;
  readonly mtime: number;
  readonly isSecret: boolean;
}

export class SecretTexts {
  readonly #known = new Map<string, Judged>();

  async holdsSecret(uri: vscode.Uri): Promise<boolean> {
    return this.#isSecretDocument(uri) || (await this.#isSecretFile(uri));
  }

  #isSecretDocument(uri: vscode.Uri): boolean {
    const key = uri.toString();
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
    return open !== undefined && isSecretText(uri.path, open.getText());
  }

  async #isSecretFile(uri: vscode.Uri): Promise<boolean> {
    const key = uri.toString();
    const stat = await Promise.resolve(vscode.workspace.fs.stat(uri)).catch(() => undefined);
    if (!stat) {
      return false;
    }
    const { size, mtime } = stat;
    const known = this.#known.get(key);
    if (known?.size === size && known.mtime === mtime) {
      return known.isSecret;
    }
    const bytes = await readBounded(uri, maxBytes);
    const isSecret =
      bytes instanceof Uint8Array && isSecretText(uri.path, new TextDecoder().decode(bytes));
    if (this.#known.size >= maxKnown) {
      this.#known.clear();
    }
    this.#known.set(key, { size, mtime, isSecret });
    return isSecret;
  }
}
