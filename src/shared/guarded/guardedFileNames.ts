import type { GuardedFiles } from "./guardedFilesEntry.ts";

export const repositoryFolders: readonly string[] = [".git", ".hg", ".svn", ".jj"];

function words(text: string): readonly string[] {
  return text.split(" ");
}

/**
 * The one list for edits without a question, for the sandbox, and for restoring after a sandboxed command. It excludes
 * source code that a build compiles on purpose: a question about each file would not be read.
 */
export const guardedFiles: readonly GuardedFiles[] = [
  {
    why: "runs",
    source:
      "editors: tasks, settings and extensions of a workspace; containers and workspaces in the cloud",
    folders: [".vscode", ".idea", ".zed", ".fleet", ".nova", ".theia", ".devcontainer", ".idx"],
    atTop: [".vscode", ".idea", ".devcontainer"],
    names: words(".devcontainer.json .gitpod.yml .gitpod.dockerfile .replit devbox.json"),
    pattern: /\.(?:code-workspace|sublime-project)$/u,
  },
  {
    why: "runs",
    source: "vim 'exrc', Emacs directory variables, gdb and lldb",
    names: words(
      ".vimrc _vimrc .gvimrc .exrc .nvimrc .nvim.lua .dir-locals.el .emacs .gdbinit .lldbinit",
    ),
  },
  {
    why: "runs",
    source:
      "githooks(5), gitattributes(5), hgrc(5); husky, lefthook, pre-commit, overcommit, lint-staged",
    folders: [...repositoryFolders, ".husky", ".githooks", ".lefthook"],
    atTop: [...repositoryFolders, ".husky", ".githooks"],
    names: words(
      ".gitattributes .gitmodules .gitconfig .hgrc .pre-commit-config.yaml .pre-commit-config.yml " +
        ".overcommit.yml",
    ),
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
    atTop: [".github"],
    pattern:
      /^(?:\.gitlab-ci|\.?azure-pipelines|bitbucket-pipelines|\.travis|\.drone|\.woodpecker|\.?appveyor|\.cirrus|cloudbuild)\.ya?ml$/u,
  },
  {
    why: "runs",
    source:
      "npm config, yarn and pnpm hooks, bun preload, cargo config and build scripts, Maven and Gradle start files, MSBuild",
    folders: [".yarn", ".mvn"],
    names: words(
      ".npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnpmfile.cjs .pnpmfile.mjs bunfig.toml build.rs init.gradle " +
        "init.gradle.kts gradle-wrapper.properties directory.build.props directory.build.targets .bazelrc",
    ),
    paths: [".cargo/config", ".cargo/config.toml"],
    atTop: [".npmrc"],
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
    atTop: [".envrc"],
    names: [".envrc", ".tool-versions"],
    paths: [".config/mise.toml", ".config/mise/config.toml", "mise/config.toml"],
    pattern: /^\.?mise(?:\..+)?\.toml$/u,
  },
  {
    why: "runs",
    source:
      "start files: bash(1), zsh(1), ssh_config(5), PowerShell profiles, site(Python), R, Ruby, autostart of desktops",
    folders: [".ssh", "launchagents", "autostart"],
    names: words(
      ".inputrc .xprofile .xinitrc .xsessionrc .tmux.conf .screenrc config.fish sitecustomize.py " +
        "usercustomize.py .rprofile .irbrc .pryrc .psqlrc .curlrc",
    ),
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
    names: words(
      "agent.md agents.md agents.override.md claude.md claude.local.md gemini.md qwen.md skill.md " +
        "copilot-instructions.md .cursorrules .windsurfrules .clinerules .continuerules .augment-guidelines " +
        ".goosehints .rules .aider.conf.yml opencode.json opencode.jsonc crush.json .crush.json .aihubignore " +
        ".cursorignore",
    ),
    atTop: [".claude", ".cursor", ".agents", ".aihub", ".mcp.json", "AGENTS.md", "CLAUDE.md"],
    pattern: /^\.roorules|(?:^|\.)mcp\.json$|\.(?:prompt|instructions|chatmode|agent)\.md$/u,
  },
  {
    why: "runsOnCommand",
    source:
      "build programs run the commands of their files: make, Rake, just, Docker and others by a name as `Makefile`; CMake, " +
      "Meson, Bazel, SCons, Task, Conan, Dune",
    names: words(
      "makefile.am makefile.pl configure.ac cmakelists.txt cmakepresets.json cmakeuserpresets.json meson.build build " +
        "build.bazel module.bazel workspace workspace.bazel buck .buckconfig pants.toml sconstruct sconscript wscript " +
        "kbuild .justfile magefile.go build.zig premake5.lua xmake.lua conanfile.py conanfile.txt dune dune-project",
    ),
    pattern: /^[a-z]+file$|\.(?:mk|mak|cmake|bzl|ninja)$|^taskfile(?:\..+)?\.ya?ml$/u,
  },
  {
    why: "runsOnCommand",
    source: "builds of the JVM: Maven plugins, Gradle and sbt scripts, Ant targets, Leiningen",
    names: words(
      "pom.xml build.xml build.sc build.mill project.clj deps.edn bb.edn shadow-cljs.edn gradle.properties",
    ),
    paths: ["project/build.properties"],
    pattern: /\.(?:gradle(?:\.kts)?|sbt|versions\.toml)$/u,
  },
  {
    why: "runsOnCommand",
    source: ".NET: targets, tasks and SDKs of MSBuild in a project, sources of packages",
    names: words("nuget.config global.json paket.dependencies"),
    pattern: /\.(?:cs|fs|vb|vcx)proj$|\.(?:props|targets|cake)$/u,
  },
  {
    why: "runsOnCommand",
    source: "containers and processes that start commands: Docker, Compose, Vagrant, Tilt, Heroku",
    pattern:
      /^(?:dockerfile|containerfile|procfile)\..+$|\.dockerfile$|^(?:docker-|podman-|process-)?compose(?:\..+)?\.ya?ml$|^docker-bake\.(?:hcl|json)$|^(?:devfile|skaffold|helmfile|devenv)\.ya?ml$/u,
  },
  {
    why: "runsOnCommand",
    source: "Python: code, plugins and packages that pip, pytest, tox, nox, Hatch and linters load",
    folders: [".venv", "venv"],
    names: words(
      "setup.py setup.cfg conftest.py noxfile.py dodo.py fabfile.py hatch_build.py tox.ini pytest.ini .pytest.ini " +
        "pytest.toml hatch.toml pyvenv.cfg .coveragerc mypy.ini .mypy.ini pylintrc .pylintrc .flake8 environment.yml",
    ),
    pattern: /^(?:requirements|constraints)\b.*\.(?:txt|in)$/u,
  },
  {
    why: "runsOnCommand",
    source:
      "manifests and settings that are programs or name code: Ruby, Perl, PHP, Elixir, Erlang, Swift, Nix, Haskell, " +
      "Dart, Crystal, OCaml, CocoaPods",
    names: words(
      ".rspec .simplecov .rubocop.yml config.ru build.pl cpanfile rector.php ecs.php castor.php robofile.php " +
        "mix.exs rebar.config.script package.swift setup.hs stack.yaml package.yaml pubspec.yaml shard.yml",
    ),
    pattern:
      /\.(?:gemspec|podspec|nix|cabal|opam)$|^\.php-cs-fixer(?:\.dist)?\.php$|^(?:phpunit|phpcs|psalm)\.xml(?:\.dist)?$|^phpstan(?:\..+)?\.neon(?:\.dist)?$/u,
  },
  {
    why: "runsOnCommand",
    source:
      "configuration of test and build tools that is code, or names code, toolchains or modules that they load",
    names: words(
      "nx.json turbo.json lerna.json angular.json rush.json nodemon.json cypress.json webpack.mix.js ember-cli-build.js " +
        "rust-toolchain rust-toolchain.toml makefile.toml trunk.toml go.mod go.work .air.toml",
    ),
    paths: [".config/nextest.toml"],
    // Not `app.config.ts`, which is code of an Angular application.
    pattern:
      /^(?!app\.).+\.conf(?:ig)?\.(?:[cm]?[jt]sx?|json|ya?ml|toml)$|^(?:gulp|grunt|jake)file\..+$|^\.(?:babel|mocha|c8|nyc|swc|husky|release)rc(?:\..+)?$|^\.[a-z-]+rc\.[cm]?[jt]s$|^\.goreleaser\.ya?ml$/u,
  },
  {
    why: "runsOnCommand",
    source: "scripts of shells",
    pattern:
      /\.(?:sh|bash|zsh|ksh|csh|tcsh|fish|nu|elv|command|desktop|bat|cmd|ps1|psm1|psd1|vbs|jse|wsf|hta)$|^\.kilo/u,
  },
  {
    why: "runsOnCommand",
    source: "scripts that npm, pnpm, yarn and bun run; hooks of Git in the manifest",
    names: ["package.json"],
    part: "scripts",
  },
  {
    why: "runsOnCommand",
    source:
      "manifests with build scripts, plugins, tasks and dependencies: Cargo, Python, Composer, Deno",
    names: words("cargo.toml pyproject.toml composer.json deno.json deno.jsonc pipfile"),
    part: "manifest",
  },
  {
    why: "runsOnCommand",
    source: "lock files decide from where a build gets the code of others",
    names: words(
      "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock " +
        "cargo.lock poetry.lock uv.lock pdm.lock pipfile.lock gemfile.lock composer.lock mix.lock flake.lock " +
        "gradle.lockfile packages.lock.json package.resolved go.sum",
    ),
    part: "sources",
  },
  {
    why: "runsOnCommand",
    source: "scripts without an ending, such as `gradlew`: execve(2) starts what follows `#!`",
    pattern: /^[^.]+$/u,
    part: "script",
  },
];
