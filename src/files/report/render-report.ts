import { Window } from 'happy-dom';
import type { ChartDocument } from '../charts/draw.js';
import { html, trusted, type Html } from './html.js';
import { PAGE_CSS } from './page-style.js';
import type { Fact, ReportData } from './report-data.js';
import { type Section, countText, cut } from './section.js';
import { clusters, quality, scores, weights } from './sections/charts.js';
import { compared, leftOut } from './sections/compared.js';
import { groups, pairs } from './sections/pairs.js';

/** Sections in display order, most important first. */
const SECTIONS: readonly Section[] = [pairs, groups, quality, compared, weights, scores, clusters, leftOut];
/** Content security policy: nothing is loaded or executed, no matter what the values contain. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Renders a report as one HTML file, without scripts and external URLs. */
export async function renderReport(data: ReportData): Promise<string> {
  const window = new Window();
  try {
    return page(data, window.document).text;
  } finally {
    await window.happyDOM.close();
  }
}

function page(data: ReportData, document: ChartDocument): Html {
  const sections = SECTIONS.flatMap(({ id, title, content }) => {
    const made = content(data, document);
    return made === undefined ? [] : [{ id, title, content: made }];
  });
  const { title, time, madeBy, facts, notes = [] } = data;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${cut(title)}</title>
        <style>
          ${trusted(PAGE_CSS)}
        </style>
      </head>
      <body>
        <main>
          <header>
            <h1>${cut(title)}</h1>
            <p class="made">
              <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>${madeBy && ` · ${madeBy}`}
            </p>
            <dl class="facts">${facts.map(factOf)}</dl>
            ${
              notes.length === 0
                ? undefined
                : html`<ul class="notes">
                    ${notes.map((note) => html`<li>${cut(note)}</li>`)}
                  </ul>`
            }
            <nav aria-label="Contents">
              <ul>
                ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
              </ul>
            </nav>
          </header>
          ${sections.map(
            ({ id, title, content }) =>
              html`<section id="${id}">
                <h2>${title}</h2>
                ${content}
              </section> `,
          )}
        </main>
      </body>
    </html> `;
}

function factOf({ label, value, detail }: Fact): Html {
  const shown = typeof value === 'number' ? countText(value) : value;
  return html`<div>
    <dt>${label}</dt>
    <dd class="figure">${shown}</dd>
    ${detail && html`<dd class="muted">${detail}</dd>`}
  </div>`;
}
