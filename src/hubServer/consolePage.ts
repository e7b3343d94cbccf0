import type { HubResponse } from "./http/message.ts";

/** What a person finds who opens the hub's address in a browser. It shows nothing that needs a token. */
export function consolePage(version: string): HubResponse {
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    },
    body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>AI Hub</title>
<h1>AI Hub ${version} is running</h1>
<p>Base URL for tools: this address followed by <code>/hub/v1</code>, with a hub token as bearer token.</p>
<p>Tokens are made with the administrator's token: <code>POST /hub/admin/v1/tokens</code>.</p>
</html>
`,
  };
}
