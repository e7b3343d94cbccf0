export const helpText = `AI Hub's agent without an editor: does one task in a folder.

  node agent.mjs [flags] "<task>"         - reads the task from standard input; text that is piped to a task goes along
  node agent.mjs chat [flags] ["<task>"]  tasks one after the other, in one conversation; /help lists its commands
  node agent.mjs review [flags] [range]   prints the faults that a model finds in the commits, as main..HEAD, or
                       without a range in what is not committed; changes and posts nothing
  node agent.mjs runs [--all]             lists the runs of the folder, or of all, for 30 days; show <id>, resume <id>
                       [text], diff <id> (from before the run to now) and remove <id> take an id or its beginning
  node agent.mjs mcp --mcp <file>         lists its servers; sign-in <server> and sign-out <server> are for those that
                       want your account

  --hub <url>          the hub (http://127.0.0.1:8787)
  --sign-in            signs this machine in at the hub with your account, for later runs; no task
  --sign-out           ends that
  --token-file <file>  file that holds the token; without it AI_HUB_TOKEN, or the sign-in
  --model <id>         the hub's first model if absent
  --format <name>      openai, anthropic or auto: how the hub is asked (openai)
  --cwd <folder>       the workspace (the current folder)
  --mode <agent|plan>  plan changes nothing; absent: as the run of --resume, else agent
  --level <level>      ask, edits or sandbox: what runs without a question (ask)
  --yes <rule>         approves, and may be repeated: edit, delete, runnable or outside; with a path, as edit:src/,
                       only there; "command:npm test" this command, in a chain too; "command-beginning:npm run"
                       with any further words. At the level sandbox they never let a command out of it when the
                       model asks for that: command-outside: and command-outside-beginning: do.
                       Without a terminal everything else that needs a question is refused.
                       server: and the name of an MCP server lets it start; mcp: and the name of a tool, as
                       mcp:mcp_git_log, lets the model have and call it; variable: and a name, as variable:NPM_TOKEN, gives
                       commands that secret of the environment, which they can print to the model; tainted: rules count also after an MCP
                       server or a web page has answered; site: and a site, as site:https://example.com, lets the
                       model read its pages
  --mcp <file>         JSON with MCP servers, as in .mcp.json or .vscode/mcp.json
  --image <file>       PNG, JPEG, GIF or WebP of at most 5 MB, for the task; may be repeated, ten times at most
  --max-cost <amount>  the cap of the run in the hub's currency (2.00), which the hub holds;
                       where a model has no price, 250,000 tokens for each 1.00
  --max-steps <n>      100
  --checks <command>   runs when the model says that it is done, as with --yes command:, and may be repeated. If it fails,
                       the model works on, and the third failure ends the run as failed
  --patches            the model gets apply_patch instead of edit_file, also if the hub does not mark it so
  --json               one line of JSON for each event
  --output-schema <file>  the last answer is JSON by this JSON Schema (draft-07, 2019-09 or 2020-12, 64 KB), with one
                       correction; without --json it alone is the output, and the rest goes to standard error
  --continue, -c       goes on with the last run of the folder; the text is optional
  --resume <id>        goes on with this run, in its folder; the text is optional. A run that paused at its
                       cap names the --max-cost with which it goes on
  --acp                serves an editor by the Agent Client Protocol on standard input and output; no task
  --restore <id>       goes back to a checkpoint of an earlier run in the folder, instead of a task: shows the plan and
                       asks, or does it with --yes restore. What somebody else changed since stays, but for
                       --yes restore:<path>
  --prompt <file>      replaces the prompt of review
  --help, --version

Exit codes: 0 done, 1 failed, 2 usage, 3 refused for want of approval, 4 budget, 5 an answer that does not fit
--output-schema, 130 stopped.
`;
