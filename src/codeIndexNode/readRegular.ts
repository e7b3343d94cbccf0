import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/**
 * At most `maxBytes` + 1 bytes, so that a longer file is recognised; undefined for a pipe or device. Follows no link
 * and never waits.
 */
export function readRegular(path: string, maxBytes: number): Uint8Array | undefined {
  // A pipe may replace the file at any moment. Windows has neither flag; there it is 0.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) {
      return undefined;
    }
    const bytes = new Uint8Array(Math.min(found.size, maxBytes + 1));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
