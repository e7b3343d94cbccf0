export interface PageResources {
  readonly script: string;
  readonly style: string;
  readonly cspSource: string;
  readonly locale: "en" | "pt-br";
  readonly place: "sidebar" | "editor";
}

/** The HTML of a page: one script, one style sheet, no network. */
export function pageHtml({ script, style, cspSource, locale, place }: PageResources): string {
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    // Pictures that the host checked; no remote addresses.
    "img-src blob: data:",
    "connect-src 'none'",
    "frame-src 'none'",
    "media-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types hub-md",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${locale === "pt-br" ? "pt-BR" : "en"}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>AI Hub</title>
    <link rel="stylesheet" href="${style}">
  </head>
  <body data-locale="${locale}" data-place="${place}">
    <div id="root"></div>
    <script type="module" nonce="${nonce}" src="${script}"></script>
  </body>
</html>`;
}
