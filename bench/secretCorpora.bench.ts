/**
 * Secrets found in public text: `AI_HUB_CORPORA=<folder>:<folder> npm run bench -- secretCorpora` prints for each
 * folder its size, certain findings (blocks) and possible findings (alerts), each value once, with the line around it.
 * Read the list by hand: the program cannot decide whether a value is a real secret.
 */
import { delimiter } from "node:path";

import { findingsIn } from "./dlp/corpora.ts";

for (const folder of (process.env["AI_HUB_CORPORA"] ?? "").split(delimiter).filter(Boolean)) {
  const { bytes, files, found } = findingsIn(folder);
  const [blocks, alerts] = (["certain", "possible"] as const).map((certainty) =>
    found.filter((finding) => finding.certainty === certainty),
  );
  for (const { certainty, name, place, line } of found) {
    console.log(`${certainty} ${name} ${place}\n    ${line}`);
  }
  const size = (bytes / 1e6).toFixed(1);
  console.log(
    `${folder}: ${size} MB in ${files} files; ${blocks?.length} blocks, ${alerts?.length} alerts\n`,
  );
}
