/**
 * Names of files that usually hold secrets: never offered, and asked about when someone picks one. The
 * samples that projects keep in their repository on purpose (`.env.example`) are not among them.
 */
const secretNames: readonly RegExp[] = [
  /^\.env(?:\..+)?$/u,
  /^\.envrc$/u,
  /\.(?:pem|key|pfx|p12|jks|keystore|kdbx|ppk|asc|gpg)$/u,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/u,
  /^\.(?:npmrc|yarnrc|pypirc|netrc|pgpass|htpasswd|git-credentials|dockercfg)$/u,
  /^_netrc$/u,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt))?$/u,
  /^service[-_]?account.*\.json$/u,
  /\.(?:tfstate|tfvars)(?:\.backup)?$/u,
  /^kubeconfig$/u,
];

const sampleNames = /\.(?:example|sample|template|dist|defaults?)$/u;

/** Folders that hold little else than secrets. */
const secretFolders = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker"]);

/** Whether a file, by its path with any separators, is likely to hold secrets. */
export function isSecretFile(path: string): boolean {
  const segments = path.toLowerCase().split(/[/\\]/u);
  const name = segments.at(-1) ?? "";
  if (sampleNames.test(name)) {
    return false;
  }
  return (
    secretNames.some((pattern) => pattern.test(name)) ||
    segments.slice(0, -1).some((folder) => secretFolders.has(folder))
  );
}
