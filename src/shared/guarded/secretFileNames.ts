import type { GuardedFiles } from "./guardedFilesEntry.ts";

export const secretFiles: readonly GuardedFiles[] = [
  {
    why: "secret",
    source: "dotenv, Wrangler, Azure Functions, direnv",
    names: [".envrc", "local.settings.json"],
    pattern: /^\.env(?:[._-].*)?$|\.env$|^\.dev\.vars(?:\..+)?$/u,
  },
  {
    why: "secret",
    source: "keys: OpenSSH, PKCS, Java, PuTTY, KeePass, OpenPGP, age, Apple, OpenVPN, Rails",
    folders: [".ssh", ".gnupg"],
    pattern:
      /\.(?:pem|key|p8|pfx|p12|jks|bks|keystore|kdbx?|ppk|asc|gpg|agekey|ovpn)$|^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._-](?!pub$).*)?$/u,
  },
  {
    why: "secret",
    source:
      "clouds: AWS, Azure, Google, Firebase, Kubernetes, Docker, Terraform, Fly, Databricks, Kaggle",
    folders: [".aws", ".azure", ".kube", ".docker", "gcloud", ".gcloud"],
    names: [
      "application_default_credentials.json",
      "kubeconfig",
      "rootkey.csv",
      "kaggle.json",
      ".databrickscfg",
      ".boto",
      ".s3cfg",
      ".terraformrc",
      "terraform.rc",
      "credentials.tfrc.json",
    ],
    paths: [".fly/config.yml", ".terraform.d/credentials"],
    pattern:
      /^client_secret.*\.json$|firebase-adminsdk.*\.json$|^service[-_]?account.*\.json$|accesskeys\.csv$|\.(?:tfstate|tfvars|tfvars\.json)$/u,
  },
  {
    why: "secret",
    source:
      "clients: git, gh, npm, pip, cargo, Maven, Composer, rclone, curl, Hugging Face, Vault, web servers",
    names: [
      ".npmrc",
      ".yarnrc",
      ".pypirc",
      ".netrc",
      "_netrc",
      ".git-credentials",
      ".dockercfg",
      ".htpasswd",
      ".vault-token",
      "rclone.conf",
      "wp-config.php",
    ],
    paths: [
      ".config/gh/hosts.yml",
      ".config/hub",
      ".cargo/credentials",
      ".cargo/credentials.toml",
      ".gem/credentials",
      ".m2/settings.xml",
      ".gradle/gradle.properties",
      ".composer/auth.json",
      ".huggingface/token",
      "huggingface/token",
    ],
    pattern:
      /^(?:credentials|secrets?|passwords?|\.?vault[_-]?pass(?:word)?)(?:\.(?:json|ya?ml|toml|ini|txt|csv|env))?$/u,
  },
  {
    why: "secret",
    source: "databases, and what shells and consoles remember",
    names: [
      ".my.cnf",
      ".mylogin.cnf",
      ".pgpass",
      "pgpass.conf",
      ".lesshst",
      "consolehost_history.txt",
      "logins.json",
      "key4.db",
    ],
    pattern: /^\.?\w+_history$|^\.history$|^\.(?:z|zsh_|bash_)?history(?:-.+)?$/u,
  },
];
