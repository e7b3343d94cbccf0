import * as vscode from "vscode";

import { wordsLocale } from "../editor/locale.ts";
import { pageHtml, type PageResources } from "./pageHtml.ts";

function pagesFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, "dist", "webview");
}

export function allowPages(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  webview.options = { enableScripts: true, localResourceRoots: [pagesFolder(extensionUri)] };
}

export function fillPage(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { name, place }: { readonly name: string; readonly place: PageResources["place"] },
): void {
  const resource = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(pagesFolder(extensionUri), file)).toString();
  webview.html = pageHtml({
    script: resource(`${name}.js`),
    style: resource(`${name}.css`),
    cspSource: webview.cspSource,
    locale: wordsLocale(),
    place,
  });
}
