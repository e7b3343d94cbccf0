export interface ToolPlace {
  readonly folder: string;
  readonly variable?: string;
  readonly parts?: readonly string[];
  readonly why: string;
}

function list(text: string): readonly string[] {
  return text.split(" ");
}

/**
 * Toolchains and caches, read-only. Everything else of the home is empty in the sandbox: settings, keys, documents,
 * other projects. docs/security.md has the table for people.
 */
export const toolPlaces: readonly ToolPlace[] = [
  { folder: ".nvm", variable: "NVM_DIR", why: "nvm: versions of Node" },
  { folder: ".fnm", variable: "FNM_DIR", why: "fnm: versions of Node" },
  { folder: ".local/share/fnm", why: "fnm: versions of Node" },
  { folder: ".volta", variable: "VOLTA_HOME", why: "Volta: versions of Node and its tools" },
  {
    folder: "n",
    variable: "N_PREFIX",
    parts: list("bin lib include n"),
    why: "n: versions of Node",
  },
  {
    folder: ".asdf",
    variable: "ASDF_DATA_DIR",
    why: "asdf: versions of many languages, by its shims",
  },
  {
    folder: ".local/share/mise",
    variable: "MISE_DATA_DIR",
    why: "mise: versions of many languages",
  },
  { folder: ".pyenv", variable: "PYENV_ROOT", why: "pyenv: versions of Python, by its shims" },
  { folder: ".rbenv", variable: "RBENV_ROOT", why: "rbenv: versions of Ruby, by its shims" },
  { folder: ".rvm", why: "RVM: versions of Ruby" },
  { folder: ".rubies", why: "ruby-install: versions of Ruby" },
  { folder: ".sdkman", variable: "SDKMAN_DIR", why: "SDKMAN: versions of Java, Maven, Gradle" },
  { folder: ".jdks", why: "IntelliJ: versions of Java" },
  { folder: ".jenv", variable: "JENV_ROOT", why: "jEnv: versions of Java, by its shims" },
  { folder: ".rustup", variable: "RUSTUP_HOME", why: "rustup: versions of Rust" },
  {
    folder: ".cargo",
    variable: "CARGO_HOME",
    parts: list("bin registry git env .global-cache"),
    why: "Cargo: tools, crates, index. Not credentials.toml and config.toml, which can hold tokens",
  },
  {
    folder: "go",
    variable: "GOPATH",
    parts: list("pkg bin"),
    why: "Go: modules and tools. Not src, which has other projects",
  },
  { folder: ".cache/go-mod", variable: "GOMODCACHE", why: "Go: modules, where they lie elsewhere" },
  {
    folder: ".npm",
    parts: list("_cacache/content-v2 _npx"),
    why: "npm: packages by their hashes. Not its index, which it must write, and its logs",
  },
  { folder: ".local/share/pnpm", variable: "PNPM_HOME", why: "pnpm: its store, global programs" },
  { folder: ".pnpm-store", why: "pnpm: its store, by its older name" },
  { folder: ".cache/pnpm", why: "pnpm: what is known of packages" },
  { folder: ".cache/yarn", why: "Yarn 1: packages" },
  {
    folder: ".yarn",
    parts: list("bin berry"),
    why: "Yarn: its program, packages of later versions",
  },
  { folder: ".cache/node", why: "Corepack: versions of Yarn and pnpm" },
  {
    folder: ".bun",
    variable: "BUN_INSTALL",
    parts: list("bin install"),
    why: "Bun: its program and packages",
  },
  { folder: ".deno", variable: "DENO_INSTALL", parts: list("bin"), why: "Deno: its program" },
  { folder: ".cache/deno", variable: "DENO_DIR", why: "Deno: modules" },
  {
    folder: ".cache/ms-playwright",
    variable: "PLAYWRIGHT_BROWSERS_PATH",
    why: "Playwright: browsers for tests",
  },
  { folder: ".cache/puppeteer", why: "Puppeteer: browsers for tests" },
  { folder: ".cache/Cypress", why: "Cypress: its program for tests" },
  { folder: ".cache/electron", why: "Electron: its program for builds" },
  { folder: ".local/lib", why: "pip --user: packages of Python" },
  { folder: ".cache/pip", variable: "PIP_CACHE_DIR", why: "pip: packages" },
  { folder: ".cache/uv", variable: "UV_CACHE_DIR", why: "uv: packages" },
  {
    folder: ".local/share/uv",
    parts: list("python tools"),
    why: "uv: versions of Python, tools. Not its credentials",
  },
  { folder: ".cache/pypoetry", why: "Poetry: packages and environments" },
  { folder: ".local/share/pypoetry", parts: list("venv"), why: "Poetry: its program" },
  { folder: ".local/share/virtualenvs", why: "Pipenv: environments" },
  { folder: ".virtualenvs", variable: "WORKON_HOME", why: "virtualenvwrapper: environments" },
  { folder: ".local/share/pipx", variable: "PIPX_HOME", why: "pipx: tools" },
  { folder: ".local/pipx", why: "pipx: tools, by its older place" },
  { folder: ".local/share/hatch", parts: list("env pythons"), why: "Hatch: environments" },
  { folder: ".cache/pre-commit", why: "pre-commit: environments of its hooks" },
  { folder: "miniconda3", why: "Conda: Python and packages" },
  { folder: "anaconda3", why: "Conda: Python and packages" },
  { folder: "miniforge3", why: "Conda: Python and packages" },
  {
    folder: ".m2",
    parts: list("repository wrapper"),
    why: "Maven: artifacts. Not settings.xml and settings-security.xml, which have passwords",
  },
  {
    folder: ".ivy2",
    parts: list("cache local jars"),
    why: "Ivy, sbt: artifacts. Not .credentials",
  },
  {
    folder: ".sbt",
    parts: list("boot launchers"),
    why: "sbt: itself. Not its credentials and plugins",
  },
  { folder: ".cache/coursier", variable: "COURSIER_CACHE", why: "Coursier: artifacts of Scala" },
  {
    folder: ".gradle",
    variable: "GRADLE_USER_HOME",
    parts: list("jdks"),
    why: "Gradle: versions of Java. Not gradle.properties, which has passwords, and not its caches and wrapper, which it must write",
  },
  { folder: ".konan", why: "Kotlin/Native: compilers" },
  { folder: "Android/Sdk", variable: "ANDROID_HOME", why: "Android: SDK" },
  {
    folder: ".dotnet",
    variable: "DOTNET_ROOT",
    parts: list(
      "dotnet host sdk shared packs templates tools sdk-manifests metadata library-packs",
    ),
    why: ".NET: SDK and tools. Not corefx, which has private keys",
  },
  { folder: ".nuget", parts: list("packages"), why: "NuGet: packages. Not NuGet.Config" },
  {
    folder: ".gem",
    parts: list("ruby specs"),
    why: "RubyGems: gems. Not credentials",
  },
  { folder: ".local/share/gem", parts: list("ruby specs"), why: "RubyGems: gems. Not credentials" },
  {
    folder: ".bundle",
    parts: list("cache plugin"),
    why: "Bundler: gems. Not config, which has passwords",
  },
  {
    folder: ".composer",
    variable: "COMPOSER_HOME",
    parts: list("vendor cache"),
    why: "Composer: tools, packages. Not auth.json",
  },
  { folder: ".config/composer", parts: list("vendor"), why: "Composer: tools. Not auth.json" },
  { folder: ".cache/composer", variable: "COMPOSER_CACHE_DIR", why: "Composer: packages" },
  { folder: ".mix", variable: "MIX_HOME", why: "Mix: Hex, Rebar and archives" },
  {
    folder: ".hex",
    variable: "HEX_HOME",
    parts: list("packages cache.ets"),
    why: "Hex: packages. Not hex.config, which has keys",
  },
  {
    folder: ".ghcup",
    parts: list("bin ghc cabal hls stack share"),
    why: "GHCup: versions of Haskell",
  },
  { folder: ".cabal", parts: list("bin packages store"), why: "Cabal: packages. Not config" },
  {
    folder: ".stack",
    variable: "STACK_ROOT",
    parts: list("programs snapshots pantry"),
    why: "Stack: compilers, packages. Not config.yaml",
  },
  { folder: ".opam", variable: "OPAMROOT", why: "opam: versions of OCaml, packages" },
  {
    folder: ".pub-cache",
    variable: "PUB_CACHE",
    parts: list("bin git hosted global_packages"),
    why: "Dart: packages. Not credentials.json",
  },
  { folder: "flutter", variable: "FLUTTER_ROOT", why: "Flutter: SDK" },
  {
    folder: ".julia",
    parts: list("packages artifacts compiled juliaup registries"),
    why: "Julia: versions, packages",
  },
  {
    folder: "R",
    parts: list("x86_64-pc-linux-gnu-library aarch64-unknown-linux-gnu-library"),
    why: "R: packages. Not its other files, which may be the person's",
  },
  { folder: "perl5", why: "Perl: modules" },
  {
    folder: ".luarocks",
    parts: list("bin lib share"),
    why: "LuaRocks: modules. Not its configuration",
  },
  { folder: ".cache/zig", why: "Zig: packages" },
  {
    folder: ".conan2",
    variable: "CONAN_HOME",
    parts: list("p"),
    why: "Conan: packages. Not its credentials",
  },
  { folder: "vcpkg", variable: "VCPKG_ROOT", why: "vcpkg: packages" },
  { folder: ".emsdk", variable: "EMSDK", why: "Emscripten: SDK" },
  { folder: ".tfenv", why: "tfenv: versions of Terraform" },
  {
    folder: ".terraform.d",
    parts: list("plugins plugin-cache"),
    why: "Terraform: providers. Not credentials.tfrc.json",
  },
  { folder: "Library/Caches/pip", why: "pip: packages, on macOS" },
  { folder: "Library/Caches/Yarn", why: "Yarn: packages, on macOS" },
  { folder: "Library/Caches/pypoetry", why: "Poetry: packages and environments, on macOS" },
  { folder: "Library/Caches/ms-playwright", why: "Playwright: browsers, on macOS" },
  { folder: "Library/Caches/deno", why: "Deno: modules, on macOS" },
  { folder: "Library/Caches/Coursier", why: "Coursier: artifacts, on macOS" },
  { folder: "Library/pnpm", why: "pnpm: its store, on macOS" },
  { folder: "Library/Java", why: "versions of Java, on macOS" },
  { folder: "Library/Python", why: "pip --user: packages, on macOS" },
  { folder: "Library/Android/sdk", why: "Android: SDK, on macOS" },
];

export const versionFiles: readonly string[] = list(
  ".tool-versions .nvmrc .node-version .python-version .ruby-version .java-version .sdkmanrc .terraform-version .go-version",
);
