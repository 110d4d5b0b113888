// The record's episodes as a timeline: a text with bars and gaps, and the same as an SVG drawing.
import type { Episode, EpisodeGraph } from './episode-graph.ts';
import { episodeWords, placementWords, spanWords } from './episode-words.ts';

export interface TimelineOptions {
  /** Characters of the bar that shows where in the record an episode lies; 0 for none. @default 32 */
  readonly barWidth?: number;
}

/**
 * One line per episode in E order, nested ones indented: a bar, the span, what it was, placement counts. Pauses longer
 * than δ stand between them.
 */
export function timelineText(graph: EpisodeGraph, options: TimelineOptions = {}): string {
  const barWidth = options.barWidth ?? 32;
  const range = rangeOf(graph);
  const lines = [
    `Timeline of ${graph.record.patientKey}: ${graph.episodes.length} episodes${rangeWords(range)}; now ${graph.now.text}`,
  ];
  let latest: number | undefined;
  for (const episode of graph.episodes) {
    const { time, depth, handle } = episode;
    if (time !== undefined && latest !== undefined && time.startMs - latest > graph.deltaMs) {
      lines.push(
        `${' '.repeat(barWidth === 0 ? 2 : barWidth + 4)}… ${durationWords(time.startMs - latest)} without an episode`,
      );
    }
    if (time !== undefined) latest = Math.max(latest ?? time.endMs, time.endMs);
    const bar = barWidth === 0 ? '' : `│${barOf(episode, range, barWidth)}│ `;
    const indent = '  '.repeat(Math.min(depth, deepestIndent));
    lines.push(
      `${bar}${indent}${handle}  ${spanWords(episode)}  ${episodeWords(episode, graph)}  ${placementWords(episode, graph)}`,
    );
  }
  if (graph.background.length > 0) lines.push(`Not on the timeline: ${graph.background.length} resources`);
  return lines.join('\n');
}

/**
 * The same timeline as one SVG document: a row per episode, time from left to right with its years, nested episodes under
 * the stay that they are part of. Every row carries its words as a `title`.
 */
export function timelineSvg(graph: EpisodeGraph): string {
  const range = rangeOf(graph);
  const { episodes } = graph;
  const height = topHeight + rowHeight * Math.max(episodes.length, 1) + margin;
  const x = (ms: number) => margin + ((ms - range.startMs) / Math.max(range.endMs - range.startMs, 1)) * chartWidth;
  const title = `Timeline of ${graph.record.patientKey}: ${episodes.length} episodes${rangeWords(range)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${totalWidth} ${height}" width="${totalWidth}" height="${height}" font-family="system-ui, sans-serif" font-size="11">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${totalWidth}" height="${height}" fill="#ffffff"/>`,
    ...yearTicks(range).map(
      ({ ms, year }) =>
        `<line x1="${round(x(ms))}" x2="${round(x(ms))}" y1="${topHeight - 4}" y2="${height - margin}" stroke="#dddddd"/><text x="${round(x(ms) + 2)}" y="${topHeight - 8}" fill="#666666">${year}</text>`,
    ),
    ...episodes.map((episode, row) => svgRow(episode, row, graph, x)),
    '</svg>',
    '',
  ].join('\n');
}

interface Range {
  readonly startMs: number;
  readonly endMs: number;
  readonly startText: string;
  readonly endText: string;
}

function rangeOf({ episodes }: EpisodeGraph): Range {
  let [startMs, endMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [startLocal, endLocal] = [0, 0];
  for (const { time } of episodes) {
    if (time === undefined) continue;
    if (time.startMs < startMs) [startMs, startLocal] = [time.startMs, time.localStartMs];
    if (time.endMs > endMs) [endMs, endLocal] = [time.endMs, time.localEndMs];
  }
  if (endMs < startMs) return { startMs: 0, endMs: 0, startText: '', endText: '' };
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { startMs, endMs, startText: day(startLocal), endText: day(endLocal - 1) };
}

function rangeWords({ startText, endText }: Range): string {
  return startText === '' ? '' : `, ${startText} to ${endText}`;
}

function barOf({ time, kind }: Episode, range: Range, width: number): string {
  if (time === undefined) return ' '.repeat(width);
  const scale = width / Math.max(range.endMs - range.startMs, 1);
  const from = Math.min(Math.floor((time.startMs - range.startMs) * scale), width - 1);
  const to = Math.min(Math.max(Math.ceil((time.endMs - range.startMs) * scale), from + 1), width);
  return `${' '.repeat(from)}${(kind === 'synthetic' ? '·' : '█').repeat(to - from)}${' '.repeat(width - to)}`;
}

function svgRow(episode: Episode, row: number, graph: EpisodeGraph, x: (ms: number) => number): string {
  const { time, depth, handle, kind } = episode;
  const y = topHeight + row * rowHeight;
  const words = `${handle}  ${spanWords(episode)}  ${episodeWords(episode, graph)}  ${placementWords(episode, graph)}`;
  const inset = Math.min(depth, 3) * 2;
  const bar =
    time === undefined
      ? ''
      : `<rect x="${round(x(time.startMs))}" y="${y + inset}" width="${round(Math.max(x(time.endMs) - x(time.startMs), 2))}" height="${rowHeight - 4 - 2 * inset}" rx="1.5" fill="${colours[kind]}"/>`;
  const indent = Math.min(depth, deepestIndent) * 10;
  const label = `<text x="${margin + chartWidth + 12 + indent}" y="${y + rowHeight - 6}" fill="#222222">${escapeXml(words)}</text>`;
  return `<g><title>${escapeXml(words)}</title>${bar}${label}</g>`;
}

/** The starts of years, at most a dozen of them. */
function yearTicks({ startMs, endMs }: Range): { ms: number; year: number }[] {
  const first = new Date(startMs).getUTCFullYear();
  const last = new Date(endMs).getUTCFullYear();
  const step = Math.max(1, Math.ceil((last - first) / 12));
  const ticks: { ms: number; year: number }[] = [];
  for (let year = first; year <= last; year += step) {
    const ms = Date.UTC(year, 0, 1);
    if (ms >= startMs && ms <= endMs) ticks.push({ ms, year });
  }
  return ticks;
}

/** A length of time in its largest fitting unit: `36 hours`, `12 days`, `7 months`, `3.5 years`. */
function durationWords(ms: number): string {
  const days = ms / 86_400_000;
  if (days < 2) return `${Math.round(days * 24)} hours`;
  if (days < 60) return `${Math.round(days)} days`;
  if (days < 730) return `${Math.round(days / 30.4375)} months`;
  return `${(days / 365.25).toFixed(1)} years`;
}

function escapeXml(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const margin = 16;
const topHeight = 32;
const rowHeight = 18;
const chartWidth = 560;
const totalWidth = 1280;
const deepestIndent = 8;
const colours = { encounter: '#2f6f9f', 'not-loaded': '#9fb8c8', synthetic: '#c9a24b' } as const;
