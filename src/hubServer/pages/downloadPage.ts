import type { HubResponse } from "../http/message.ts";
import { editors, languageOf } from "./editors.ts";

interface Words {
  readonly title: string;
  readonly download: string;
  /** The steps of an installation. Only the version comes from outside, restricted by its schema. */
  readonly steps: (version: string) => readonly string[];
  readonly why: (version: string) => string;
  readonly folders: string;
  readonly licences: string;
  readonly release: string;
}

const words: Readonly<Record<"en" | "pt-BR", Words>> = {
  en: {
    title: "AI Hub for your editor",
    download: "Download AI Hub",
    steps: (version) => [
      "Unpack the zip anywhere but in the editor's extensions folder. It has one folder, <code>vscode-extension</code>.",
      `Rename that folder to <code>aihub.ai-hub-${version}</code>.`,
      "Open the editor, and leave it open.",
      "Move the renamed folder, as a whole, into the editor's extensions folder (below).",
      "In the editor, open the command palette and run <b>Developer: Reload Window</b>.",
    ],
    why: (version) =>
      `The editor takes up a new folder only while it runs: one that was put there while it was closed is ignored, also when it is moved out and in again. If nothing appears, leave the editor open, give the folder there another name, such as <code>aihub.ai-hub-${version}-2</code>, and reload the window.`,
    folders: "Extensions folders",
    licences: "Licences of what AI Hub contains",
    release: "To check the download: package, contents (SBOM), digests and signature",
  },
  "pt-BR": {
    title: "AI Hub para o seu editor",
    download: "Baixar o AI Hub",
    steps: (version) => [
      "Descompacte o zip em qualquer lugar, menos na pasta de extensões do editor. Há uma só pasta nele, <code>vscode-extension</code>.",
      `Renomeie essa pasta para <code>aihub.ai-hub-${version}</code>.`,
      "Abra o editor e deixe-o aberto.",
      "Mova a pasta renomeada, inteira, para a pasta de extensões do editor (abaixo).",
      "No editor, abra a paleta de comandos e execute <b>Developer: Reload Window</b>.",
    ],
    why: (version) =>
      `O editor só adota uma pasta nova enquanto está aberto: a que foi posta ali com o editor fechado é ignorada, mesmo que seja tirada e posta de novo. Se nada aparecer, deixe o editor aberto, dê à pasta outro nome ali mesmo, como <code>aihub.ai-hub-${version}-2</code>, e recarregue a janela.`,
    folders: "Pastas de extensões",
    licences: "Licenças do que o AI Hub contém",
    release: "Para conferir o download: pacote, conteúdo (SBOM), somas de verificação e assinatura",
  },
};

export function downloadPage(
  version: string,
  files: readonly string[],
  acceptLanguage = "",
): HubResponse {
  const language = languageOf(acceptLanguage);
  const { title, download, steps, why, folders, licences, release } = words[language];
  const rows = editors.flatMap(({ name, extensions }) =>
    extensions === undefined
      ? []
      : [`<tr><td>${name}</td><td><code>${extensions}</code></td></tr>`],
  );
  const links = files.map((name) => `<a href="/release/${name}" download>${name}</a>`);
  const items = steps(version).map((step) => `<li>${step}</li>`);
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; sandbox allow-downloads",
      vary: "accept-language",
    },
    body: `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title>
<h1>${title}</h1>
<p><a href="/vscode-extension.zip" download>${download} ${version}</a></p>
<ol>${items.join("\n")}</ol>
<p>${why(version)}</p>
<h2>${folders}</h2>
<table>${rows.join("\n")}</table>
${links.length === 0 ? "" : `<p>${release}: ${links.join(" · ")}</p>`}
<p><a href="/third-party-notices.txt">${licences}</a></p>
</html>
`,
  };
}
