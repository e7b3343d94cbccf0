import { blockComment, blockCommentState, lineComment, number, type Grammar } from "../grammar.ts";

export const sql: Grammar = {
  states: {
    root: {
      rules: [
        lineComment("--"),
        blockComment,
        { match: "'", kind: "string", push: "string" },
        { match: String.raw`"[^"]*"?|${"`"}[^${"`"}]*${"`"}?`, kind: "variable" },
        { match: String.raw`[@:$][A-Za-z_]\w*|\$\d+`, kind: "variable" },
        number,
        { match: String.raw`[A-Za-z_]\w*`, isWord: true },
        { match: "[-+*/%=<>!|]+", kind: "operator" },
      ],
    },
    blockComment: blockCommentState,
    string: {
      kind: "string",
      rules: [
        { match: "''", kind: "string" },
        { match: "'", kind: "string", pops: 1 },
      ],
    },
  },
  words: {
    keyword:
      "add all alter analyze and any as asc attach autoincrement begin between by cascade case check collate column commit conflict constraint create cross current database declare default deferrable delete desc distinct do drop each else end escape except exec execute exists explain fetch for foreign from full function grant group having if ignore in index inner insert instead intersect into is join key lateral left like limit materialized merge natural not nothing of offset on only or order outer over partition plan pragma primary procedure recursive references replace restrict returning returns revoke right rollback row rows schema select set show table temporary then to top transaction trigger truncate union unique update use using vacuum values view when where window with within without",
    type: "bigint binary bit blob boolean bytea char character date datetime decimal double float int integer interval json jsonb money numeric nvarchar real serial smallint text time timestamp timestamptz tinyint uuid varbinary varchar xml",
    constant: "true false null current_date current_time current_timestamp",
  },
  ignoresCase: true,
  hasCalls: true,
};
