import type { SellerCallId } from "../contract/calls.ts";

export const snippetLanguages = ["curl", "typescript", "python", "java"] as const;

export type SnippetLanguage = (typeof snippetLanguages)[number];

export interface SnippetRequest {
  readonly call: SellerCallId;
  readonly method: string;
  readonly url: string;
  readonly body?: string | undefined;
}

/** The code has no secrets; it reads `SELLER_TOKEN`, `SELLER_CLIENT_ID` and `SELLER_CLIENT_SECRET`. */
export function snippetOf(request: SnippetRequest, language: SnippetLanguage): string {
  switch (language) {
    case "curl":
      return curl(request);
    case "typescript":
      return typescript(request);
    case "python":
      return python(request);
    case "java":
      return java(request);
    default:
      return language satisfies never;
  }
}

function curl({ call, method, url, body }: SnippetRequest): string {
  const lines =
    call === "getToken"
      ? [
          "--data-urlencode 'grant_type=client_credentials'",
          '--data-urlencode "client_id=$SELLER_CLIENT_ID"',
          '--data-urlencode "client_secret=$SELLER_CLIENT_SECRET"',
        ]
      : [
          '-H "Authorization: Bearer $SELLER_TOKEN"',
          ...(body === undefined
            ? []
            : ["-H 'Content-Type: application/json'", `--data-raw ${shellQuoted(body)}`]),
        ];
  return [`curl -sS -X ${method} ${shellQuoted(url)}`, ...lines].join(" \\\n  ");
}

function typescript({ call, method, url, body }: SnippetRequest): string {
  const isToken = call === "getToken";
  const content = isToken
    ? `  body: new URLSearchParams({
    grant_type: "client_credentials",
    client_id: process.env.SELLER_CLIENT_ID ?? "",
    client_secret: process.env.SELLER_CLIENT_SECRET ?? "",
  }),
`
    : `  headers: {
    Authorization: \`Bearer \${process.env.SELLER_TOKEN}\`,
${body === undefined ? "" : '    "Content-Type": "application/json",\n'}  },
${body === undefined ? "" : `  body: ${quoted(body)},\n`}`;
  return `const response = await fetch(${quoted(url)}, {
  method: ${quoted(method)},
${content}});
console.log(response.status, await response.text());
`;
}

function python({ call, method, url, body }: SnippetRequest): string {
  const isToken = call === "getToken";
  const data = isToken
    ? `urllib.parse.urlencode({
        "grant_type": "client_credentials",
        "client_id": os.environ["SELLER_CLIENT_ID"],
        "client_secret": os.environ["SELLER_CLIENT_SECRET"],
    }).encode()`
    : body !== undefined && `${quoted(body)}.encode()`;
  const headers = isToken
    ? ""
    : `    headers={
        "Authorization": f"Bearer {os.environ['SELLER_TOKEN']}",
${body === undefined ? "" : '        "Content-Type": "application/json",\n'}    },
`;
  return `import os
${isToken ? "import urllib.parse\n" : ""}import urllib.request

request = urllib.request.Request(
    ${quoted(url)},
    method=${quoted(method)},
${headers}${data === false ? "" : `    data=${data},\n`})
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())
`;
}

function java({ call, method, url, body }: SnippetRequest): string {
  const isToken = call === "getToken";
  const headers = isToken
    ? [`.header("Content-Type", "application/x-www-form-urlencoded")`]
    : [
        `.header("Authorization", "Bearer " + System.getenv("SELLER_TOKEN"))`,
        ...(body === undefined ? [] : [`.header("Content-Type", "application/json")`]),
      ];
  const content = isToken
    ? `BodyPublishers.ofString("grant_type=client_credentials&client_id="
                    + encode(System.getenv("SELLER_CLIENT_ID"), UTF_8)
                    + "&client_secret=" + encode(System.getenv("SELLER_CLIENT_SECRET"), UTF_8))`
    : body === undefined
      ? "BodyPublishers.noBody()"
      : `BodyPublishers.ofString(${quoted(body)})`;
  const encoding = `import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;

`;
  return `${isToken ? encoding : ""}import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

class SellerCall {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))
                ${headers.join("\n                ")}
                .method(${quoted(method)}, ${content})
                .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}
`;
}

/** The text in single quotes, where a POSIX shell treats only the quote as special. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The text as a string of JSON, which means the same in TypeScript, Python and Java. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
