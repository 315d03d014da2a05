import { createHash } from 'node:crypto';

export const STYLE = `
:root{color-scheme:light dark;--ink:#1d2530;--soft:#5a6675;--line:#d7dde5;--paper:#fff;--box:#f3f5f8;--link:#0b5cad;--get:#0b7a4b;--post:#0b5cad;--delete:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ee;--soft:#9aa6b5;--line:#333c48;--paper:#14181e;--box:#1d232c;--link:#7ab8ff;--get:#5fd19c;--post:#7ab8ff;--delete:#ff8a80}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
body{font:16px/1.55 system-ui,sans-serif;margin:0;color:var(--ink);background:var(--paper)}
main{max-width:60rem;margin:0 auto;padding:2.5rem 1.25rem 5rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
h1{font-size:2rem;margin:0 0 .5rem}h2{font-size:1.35rem;margin:3rem 0 .75rem;padding-bottom:.35rem;border-bottom:2px solid var(--line)}
h3{font-size:1rem;margin:0 0 .4rem;overflow-wrap:anywhere}h4{font-size:.9rem;margin:1.1rem 0 .35rem;color:var(--soft)}
p{margin:.4rem 0}code,pre{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.85rem}
pre{background:var(--box);padding:.8rem 1rem;overflow:auto;border-radius:6px;margin:.3rem 0;line-height:1.45}
article{padding:1.25rem 0;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.3rem 0}
th,td{text-align:left;vertical-align:top;padding:.35rem .9rem .35rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}td:first-child{white-space:nowrap}
.wide{overflow-x:auto}nav{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:1rem 2rem;margin:1.5rem 0}
nav b{display:block}nav ul{list-style:none;margin:.2rem 0 0;padding:0;font-size:.9rem}nav li{margin:.15rem 0}
.verb{font-weight:700;margin-right:.5rem}.get{color:var(--get)}.post{color:var(--post)}.delete{color:var(--delete)}
.soft{color:var(--soft)}summary{cursor:pointer;color:var(--soft);font-size:.9rem;margin-top:.8rem}
main.narrow{max-width:34rem}.buttons{display:flex;gap:.75rem;margin-top:1.5rem}
button{font:inherit;padding:.5rem 1.1rem;border:1px solid var(--line);border-radius:6px;background:var(--box);color:var(--ink);cursor:pointer}
button.main{background:var(--link);border-color:var(--link);color:var(--paper)}
article:target h3,section:target h2{outline:2px solid var(--link);outline-offset:4px;border-radius:3px}
`;

/** Hash of the style for the content security policy (CSP level 2), which blocks all other inline styles. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
