import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";

import type { CsvInput } from "../import/csvInput.ts";

export async function diskCsv(path: string, uri: string): Promise<CsvInput> {
  const { size } = await stat(path);
  return {
    name: basename(path),
    uri,
    size,
    stamp: async () => {
      const now = await stat(path);
      return `${now.size}:${now.mtimeMs}`;
    },
    read: () => createReadStream(path),
  };
}
