/** Files that run when somebody builds, tests or installs, one or more of each entry of the table. */
export const namedFiles: readonly string[] = (
  "Makefile GNUmakefile rules.mk CMakeLists.txt toolchain.cmake meson.build BUILD.bazel defs.bzl justfile Taskfile.yml " +
  "Taskfile.dist.yaml pom.xml build.xml build.sbt build.gradle build.gradle.kts app.csproj Custom.targets Dockerfile " +
  "Dockerfile.dev api.dockerfile compose.yaml docker-compose.override.yml Procfile Vagrantfile setup.py setup.cfg " +
  "conftest.py tox.ini noxfile.py Gemfile Rakefile a.gemspec mix.exs Package.swift flake.nix default.nix vite.config.ts " +
  "jest.config.js vitest.config.mts webpack.prod.config.js playwright.config.ts karma.conf.js jest.config.json gulpfile.js " +
  ".babelrc .mocharc.yml deploy.sh run.bat run.cmd tool.ps1 package.json Cargo.toml pyproject.toml composer.json " +
  "deno.json deno.jsonc Pipfile gradlew bin/deploy CMakeUserPresets.json conanfile.py xmake.lua Brewfile Capfile Jakefile " +
  "project/build.sbt deps.edn libs.versions.toml nuget.config global.json build.cake Containerfile.dev docker-bake.hcl " +
  "skaffold.yaml requirements.txt requirements-dev.in hatch_build.py mypy.ini .pylintrc .rspec .rubocop.yml Makefile.PL " +
  "rector.php phpunit.xml.dist phpstan.neon .php-cs-fixer.php a.cabal pubspec.yaml nodemon.json .postcssrc.js .huskyrc " +
  "rust-toolchain.toml Makefile.toml go.mod go.work x.csh x.desktop"
).split(" ");

/** Of those the lock files: compared by their addresses and checksums. */
export const lockFiles: readonly string[] = (
  "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock Cargo.lock poetry.lock uv.lock Gemfile.lock " +
  "composer.lock mix.lock deno.lock flake.lock go.sum"
).split(" ");
