export const exportCss = `
:root { color-scheme: light dark; --quiet: light-dark(#616161, #a0a0a0); --line: light-dark(#d8d8d8, #444); --back: light-dark(#f5f5f5, #252526); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.6 system-ui, sans-serif; }
main { max-width: 800px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 22px; line-height: 1.3; }
article { padding: 16px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
article.user { padding: 12px 16px; border: 0; border-radius: 6px; background: var(--back); }
header { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
header h2 { margin: 0; font-size: 15px; }
time, .attached, .note, summary { color: var(--quiet); font-size: 13px; }
.plain { margin: 4px 0; white-space: pre-wrap; }
.attached { margin: 4px 0 0; padding-inline-start: 18px; }
h3, h4, h5, h6 { margin: 16px 0 4px; font-size: 16px; }
p, ul, ol, blockquote, pre, table { margin: 8px 0; }
pre { padding: 12px; overflow: auto; border-radius: 4px; background: var(--back); }
article.user pre { background: none; }
code { font: 13px/1.5 ui-monospace, Consolas, monospace; }
p code, li code, td code { padding: 1px 4px; border-radius: 3px; background: var(--back); }
p, li, th, td, h1, h2, h3, h4, h5, h6 { unicode-bidi: plaintext; text-align: start; }
kbd { padding: 0 4px; border: 1px solid var(--line); border-radius: 3px; font: inherit; font-size: 0.9em; }
blockquote { margin-inline: 0; padding-inline-start: 12px; border-inline-start: 3px solid var(--line); color: var(--quiet); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: 4px 8px; border: 1px solid var(--line); text-align: start; }
hr { border: 0; border-top: 1px solid var(--line); }
@media print { article { break-inside: avoid-page; } pre { white-space: pre-wrap; } }
`;
