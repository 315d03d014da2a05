import type { CurvePoint } from './curve.js';

const WIDTH = 640;
const HEIGHT = 360;
const [LEFT, RIGHT, TOP, BOTTOM] = [48, 16, 36, 44] as const;
const LINES = [
  ['precision', '#1b6ca8'],
  ['recall', '#c0521e'],
  ['f1', '#2b7a3d'],
] as const;

/** The threshold curve as a picture of its own: no script, no reference to anything outside. @param chosen threshold to mark, percent */
export function curveSvg(curve: readonly CurvePoint[], chosen?: number): string {
  const first = curve[0]?.threshold ?? 0;
  const x = (threshold: number) =>
    round(LEFT + ((WIDTH - LEFT - RIGHT) * (threshold - first)) / Math.max(1, 100 - first));
  const y = (ratio: number) => round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - ratio));
  const parts: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<title>Precision, recall and F1 by threshold</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
  ];
  for (let tenth = 0; tenth <= 10; tenth += 2) {
    const at = y(tenth / 10);
    parts.push(`<line x1="${LEFT}" y1="${at}" x2="${WIDTH - RIGHT}" y2="${at}" stroke="#dddddd"/>`);
    parts.push(`<text x="${LEFT - 8}" y="${at + 4}" text-anchor="end">${(tenth / 10).toFixed(1)}</text>`);
  }
  for (let threshold = Math.ceil(first / 10) * 10; threshold <= 100; threshold += 10) {
    parts.push(`<text x="${x(threshold)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${threshold}</text>`);
  }
  parts.push(`<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">threshold (%)</text>`);
  if (chosen !== undefined && chosen >= first) {
    parts.push(
      `<line x1="${x(chosen)}" y1="${TOP}" x2="${x(chosen)}" y2="${HEIGHT - BOTTOM}" stroke="#777777" stroke-dasharray="4 3"/>`,
    );
  }
  LINES.forEach(([name, colour], i) => {
    const points = curve.map((point) => `${x(point.threshold)},${y(point[name])}`).join(' ');
    parts.push(`<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    parts.push(`<text x="${LEFT + 8 + i * 90}" y="20" fill="${colour}">${name === 'f1' ? 'F1' : name}</text>`);
  });
  return `${parts.join('\n')}\n</svg>\n`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
