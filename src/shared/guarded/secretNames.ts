/** The sub-kinds of `secret`, for words and the audit. */
export const secretLabels = {
  privateKey: { en: "Private key", "pt-br": "Chave privada" },
  awsKey: { en: "AWS key", "pt-br": "Chave da AWS" },
  cloudKey: { en: "Cloud key", "pt-br": "Chave de nuvem" },
  githubToken: { en: "GitHub token", "pt-br": "Token do GitHub" },
  token: { en: "Access token", "pt-br": "Token de acesso" },
  jwt: { en: "JWT", "pt-br": "JWT" },
  url: { en: "Password in a URL", "pt-br": "Senha em uma URL" },
  authorization: { en: "Authorization header", "pt-br": "Cabeçalho Authorization" },
  password: { en: "Password or key by its name", "pt-br": "Senha ou chave pelo nome" },
} as const;

export type SecretName = keyof typeof secretLabels;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets what the object is
export const secretNames = Object.keys(secretLabels) as [SecretName, ...SecretName[]];

export function secretLabelsIn(language: "en" | "pt-br"): Readonly<Record<SecretName, string>> {
  const labels = secretNames.map((name) => [name, secretLabels[name][language]] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name is there
  return Object.fromEntries(labels) as Record<SecretName, string>;
}
