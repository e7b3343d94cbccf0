/**
 * Files about which the person is asked: before a model writes them, because they run by themselves or instruct
 * agents, or before they are sent, because they hold secrets. One table for both, with names in lower case.
 */
export interface GuardedFiles {
  /** `runsOnCommand`: only when somebody builds or tests, which an agent does by itself. */
  readonly why: "runs" | "instructs" | "runsOnCommand" | "secret";
  /** The program that reads them, or the documentation that names them. */
  readonly source: string;
  /** Everything below a folder with this name. */
  readonly folders?: readonly string[];
  readonly names?: readonly string[];
  /** The ends of paths, with their folders. */
  readonly paths?: readonly string[];
  readonly pattern?: RegExp;
}

/**
 * Left out on purpose: `package.json` (only its scripts matter) and the configuration of bundlers and most test
 * runners. They run only when somebody starts them, and models change them so often that nobody would read the
 * question.
 */
export const guardedFiles: readonly GuardedFiles[] = [
  {
    why: "runs",
    source:
      "editors: tasks, settings and extensions of a workspace; containers and workspaces in the cloud",
    folders: [".vscode", ".idea", ".zed", ".fleet", ".nova", ".theia", ".devcontainer", ".idx"],
    names: [".devcontainer.json", ".gitpod.yml", ".gitpod.dockerfile", ".replit", "devbox.json"],
    pattern: /\.(?:code-workspace|sublime-project)$/u,
  },
  {
    why: "runs",
    source: "vim 'exrc', Emacs directory variables, gdb and lldb",
    names: [
      ".vimrc",
      "_vimrc",
      ".gvimrc",
      ".exrc",
      ".nvimrc",
      ".nvim.lua",
      ".dir-locals.el",
      ".emacs",
      ".gdbinit",
      ".lldbinit",
    ],
  },
  {
    why: "runs",
    source:
      "githooks(5), gitattributes(5), hgrc(5); husky, lefthook, pre-commit, overcommit, lint-staged",
    folders: [".git", ".hg", ".svn", ".jj", ".husky", ".githooks", ".lefthook"],
    names: [
      ".gitattributes",
      ".gitmodules",
      ".gitconfig",
      ".hgrc",
      ".pre-commit-config.yaml",
      ".pre-commit-config.yml",
      ".overcommit.yml",
    ],
    pattern:
      /^(?:\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)|\.lintstagedrc(?:\..+)?|lint-staged\.config\..+|\.simple-git-hooks\..+)$/u,
  },
  {
    why: "runs",
    source: "the documentation of the CI services",
    folders: [
      ".github",
      ".gitlab",
      ".circleci",
      ".buildkite",
      ".forgejo",
      ".gitea",
      ".woodpecker",
      ".teamcity",
    ],
    names: ["jenkinsfile"],
    pattern:
      /^(?:\.gitlab-ci|\.?azure-pipelines|bitbucket-pipelines|\.travis|\.drone|\.woodpecker|\.?appveyor|\.cirrus|cloudbuild)\.ya?ml$/u,
  },
  {
    why: "runs",
    source:
      "npm config, yarn and pnpm hooks, bun preload, cargo config and build scripts, Maven and Gradle start files, MSBuild",
    folders: [".yarn", ".mvn"],
    names: [
      ".npmrc",
      ".yarnrc",
      ".yarnrc.yml",
      ".pnp.cjs",
      ".pnpmfile.cjs",
      ".pnpmfile.mjs",
      "bunfig.toml",
      "build.rs",
      "init.gradle",
      "init.gradle.kts",
      "gradle-wrapper.properties",
      "directory.build.props",
      "directory.build.targets",
      ".bazelrc",
    ],
    paths: [".cargo/config", ".cargo/config.toml"],
  },
  {
    why: "runs",
    source:
      "language servers that load JavaScript as their configuration: ESLint, Prettier, Stylelint, Tailwind",
    pattern:
      /^(?:(?:eslint|prettier|stylelint|tailwind)\.config\..+|\.(?:eslintrc|prettierrc|stylelintrc)\.(?:[cm]?[jt]s))$/u,
  },
  {
    why: "runs",
    source: "direnv, mise, asdf",
    folders: [".mise", ".direnv"],
    names: [".envrc", ".tool-versions"],
    paths: [".config/mise.toml", ".config/mise/config.toml", "mise/config.toml"],
    pattern: /^\.?mise(?:\..+)?\.toml$/u,
  },
  {
    why: "runs",
    source:
      "start files: bash(1), zsh(1), ssh_config(5), PowerShell profiles, site(Python), R, Ruby, autostart of desktops",
    folders: [".ssh", "launchagents", "autostart"],
    names: [
      ".inputrc",
      ".xprofile",
      ".xinitrc",
      ".xsessionrc",
      ".tmux.conf",
      ".screenrc",
      "config.fish",
      "sitecustomize.py",
      "usercustomize.py",
      ".rprofile",
      ".irbrc",
      ".pryrc",
      ".psqlrc",
      ".curlrc",
    ],
    pattern:
      /^\.(?:(?:bash|zsh|ksh|csh|tcsh)(?:rc|env)|(?:bash_|z|zsh_)?(?:profile|login|logout)|bash_aliases)$|profile\.ps1$|\.pth$/u,
  },
  {
    why: "instructs",
    source:
      "agents: Claude Code, Cursor, Windsurf, Cline, Roo, Kiro, Gemini, Codex, opencode, Copilot, Continue, Junie, Amazon Q, Augment, Trae, Qwen, Aider, Goose, AI Hub",
    folders: [
      ".claude",
      ".cursor",
      ".windsurf",
      ".clinerules",
      ".roo",
      ".kiro",
      ".gemini",
      ".codex",
      ".opencode",
      ".aihub",
      ".agents",
      ".agent",
      ".continue",
      ".junie",
      ".amazonq",
      ".augment",
      ".trae",
      ".qwen",
    ],
    names: [
      "agent.md",
      "agents.md",
      "agents.override.md",
      "claude.md",
      "claude.local.md",
      "gemini.md",
      "qwen.md",
      "skill.md",
      "copilot-instructions.md",
      ".cursorrules",
      ".windsurfrules",
      ".clinerules",
      ".continuerules",
      ".augment-guidelines",
      ".goosehints",
      ".rules",
      ".aider.conf.yml",
      "opencode.json",
      "opencode.jsonc",
      "crush.json",
      ".crush.json",
      ".aihubignore",
      ".cursorignore",
    ],
    pattern: /^\.roorules|(?:^|\.)mcp\.json$|\.(?:prompt|instructions|chatmode|agent)\.md$/u,
  },
  {
    why: "runsOnCommand",
    source:
      "build and test programs that run code of their files: make, CMake, Gradle, PowerShell, Docker, pytest, venv; lock files decide what is installed",
    folders: [".venv", "venv"],
    names: [
      "makefile",
      "gnumakefile",
      "cmakelists.txt",
      "dockerfile",
      "containerfile",
      "conftest.py",
      "pyvenv.cfg",
      "setup.py",
      "rakefile",
      "justfile",
      "package-lock.json",
      "npm-shrinkwrap.json",
      "yarn.lock",
      "pnpm-lock.yaml",
      "bun.lock",
      "bun.lockb",
      "cargo.lock",
      "poetry.lock",
      "uv.lock",
      "gemfile.lock",
      "composer.lock",
      "go.sum",
    ],
    pattern: /\.gradle(?:\.kts)?$|\.ps1$|\.mk$|^dockerfile\..+$|^\.kilo/u,
  },
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
    pattern: /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt|csv|env))?$/u,
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
