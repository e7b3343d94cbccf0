import { open } from "node:fs/promises";

export async function writeSynced(
  path: string,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
