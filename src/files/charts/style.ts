/** Design tokens. Every text colour has a contrast of at least 4.5 to its background, in both themes. */
export const TOKENS_CSS = `:root {
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

export const CHART_CSS = `.chart { display: block; max-width: 100%; height: auto; font-family: var(--font); color: var(--muted); background: none; }
.chart text, .chart tspan { white-space: pre; }
`;
