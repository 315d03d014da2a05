/** Design tokens. Every text colour has a contrast of at least 4.5 to its background, in both themes. */
const TOKENS_CSS = `:root {
  color-scheme: light dark;
  --ground: #ffffff;
  --panel: #f5f7f9;
  --text: #1b2127;
  --muted: #58636e;
  --line: #d8dee4;
  --agree: #1f6cae;
  --differ: #b04a1f;
  --neutral: #77828d;
  --mark: #fff0c2;
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Noto Sans CJK SC", sans-serif;
  --small: 0.8125rem;
  --normal: 0.875rem;
  --large: 1.125rem;
  --figure: 1.5rem;
  --gap: 0.5rem;
  --space: 1rem;
  --section: 2.5rem;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #14181c;
    --panel: #1c2228;
    --text: #e3e8ed;
    --muted: #9ba7b3;
    --line: #323b44;
    --agree: #6db3f0;
    --differ: #ee9a6a;
    --neutral: #8b96a1;
    --mark: #4a3d12;
  }
}
`;

const CHART_CSS = `.chart { display: block; max-width: 100%; height: auto; font-family: var(--font); color: var(--muted); background: none; }
.chart text, .chart tspan { white-space: pre; }
`;

/** Styles of the page, which are inlined so that the file is self-contained. */
export const PAGE_CSS = `${TOKENS_CSS}${CHART_CSS}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: var(--normal)/1.5 var(--font); }
main { max-width: 72rem; margin: 0 auto; padding: calc(2 * var(--space)) var(--space) calc(3 * var(--space)); }
h1 { font-size: var(--figure); line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: var(--large); margin: var(--section) 0 var(--gap); padding-top: var(--space); border-top: 1px solid var(--line); }
h3 { font-size: var(--normal); margin: var(--space) 0 var(--gap); }
p { margin: 0 0 var(--space); max-width: 46rem; }
a { color: var(--agree); }
.muted, .made, figcaption, caption { color: var(--muted); font-size: var(--small); }
.blank { color: var(--muted); }
nav ul { display: flex; flex-wrap: wrap; gap: var(--gap) var(--space); list-style: none; margin: var(--space) 0 0; padding: 0; font-size: var(--small); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1px; margin: var(--space) 0; background: var(--line); border: 1px solid var(--line); }
.facts div { background: var(--panel); padding: var(--gap) var(--space); }
.facts dt { color: var(--muted); font-size: var(--small); }
.facts dd { margin: 0; }
.facts .figure { font-size: var(--figure); line-height: 1.3; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.notes { padding-left: 1.2rem; max-width: 46rem; }
figure { margin: 0 0 var(--space); max-width: 46rem; }
.scroll { overflow-x: auto; margin-bottom: var(--space); }
table { border-collapse: collapse; font-size: var(--small); }
caption { text-align: left; padding-bottom: calc(var(--gap) / 2); }
th, td { text-align: left; vertical-align: top; padding: 0.2rem var(--gap); border-bottom: 1px solid var(--line); max-width: 24rem; overflow-wrap: anywhere; }
th:first-child { padding-left: 0; }
thead th { color: var(--muted); font-weight: 500; white-space: nowrap; }
tbody th { font-weight: 500; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.chosen { font-weight: 700; }
td.differs { background: var(--mark); }
.pair { margin: 0 0 calc(2 * var(--space)); padding: var(--space); background: var(--panel); border: 1px solid var(--line); }
.pair h3 { margin-top: 0; }
.beside { display: grid; grid-template-columns: minmax(0, 46rem) max-content; gap: calc(2 * var(--space)); align-items: start; }
.pair .sides { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: var(--space); align-items: start; }
.pair table { width: 100%; }
.pair .scroll, .pair figure { margin: 0; }
.score { font-size: var(--large); font-variant-numeric: tabular-nums; }
@media (max-width: 60rem) { .beside { display: grid; grid-template-columns: minmax(0, 46rem) max-content; gap: calc(2 * var(--space)); align-items: start; }
.pair .sides { grid-template-columns: minmax(0, 1fr); } }
@media print {
  main { max-width: none; padding: 0; }
  nav { display: none; }
  h2 { break-after: avoid; }
  .pair, figure, tr, .facts { break-inside: avoid; }
  .scroll { overflow: visible; }
}
`;
