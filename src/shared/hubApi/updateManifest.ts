import * as z from "zod/mini";

/** The path follows the address of the download page. */
export const updateManifestPath = "/vscode-extension.json";

export const updateManifestSchema = z.object({
  version: z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/u)),
  file: z.literal("vscode-extension.zip"),
  size: z.int().check(z.minimum(1)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/u)),
});

export type UpdateManifest = z.infer<typeof updateManifestSchema>;
