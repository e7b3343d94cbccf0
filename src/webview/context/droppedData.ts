export interface DroppedData {
  readonly uris: readonly string[];
  readonly files: readonly File[];
}

const maxUris = 50;

/** The types of dropped addresses: `resourceurls` is a JSON list, the others have one address per line. */
const lineTypes = ["application/vnd.code.uri-list", "text/uri-list"];
const jsonTypes = ["resourceurls", "codefiles"];

export function carriesFiles(types: readonly string[]): boolean {
  const known = new Set([...lineTypes, ...jsonTypes, "files"]);
  return types.some((type) => known.has(type.toLowerCase()));
}

/** Untrusted data. The host ignores addresses that are not files. */
export function readDropped(data: DataTransfer): DroppedData {
  const uris = new Set<string>();
  for (const type of lineTypes) {
    for (const line of data.getData(type).split(/\r?\n/u)) {
      const text = line.trim();
      if (text !== "" && !text.startsWith("#")) {
        uris.add(text);
      }
    }
  }
  for (const text of readJsonList(data.getData("resourceurls"))) {
    uris.add(text);
  }
  return { uris: [...uris].slice(0, maxUris), files: uris.size > 0 ? [] : [...data.files] };
}

function readJsonList(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}
