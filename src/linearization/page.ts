// The page put together: lines in order under their headers, gaps between, everything accounted for.
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { LinearizationGap, LineReason } from './linearization.ts';
import type { PackingChoice } from './packing.ts';
import type { PageLine, PageLines } from './page-lines.ts';
import { type PageSection, undatedHeader } from './problem.ts';
import type { ReservedBlock, ReservedLine } from './reserved.ts';

/** A page with its accounting. */
export interface Page {
  readonly text: string;
  readonly tokens: number;
  readonly parts: Record<'header' | 'episodes' | 'lines' | 'gaps' | 'fixed', number>;
  /** Node indices with a line of their own, in page order. */
  readonly shown: readonly number[];
  readonly folded: readonly number[];
  readonly gaps: readonly LinearizationGap[];
  readonly reasons: readonly LineReason[];
}

export interface PageInput {
  readonly graph: EpisodeGraph;
  readonly saliency: Float64Array;
  readonly lines: PageLines;
  readonly reserved: ReservedBlock;
  /** Lines that every page bears. */
  readonly fixed: readonly PageLine[];
  readonly sections: readonly PageSection[];
  readonly choices: readonly PackingChoice[];
  /** `whole`: everything is shown, headers give no counts; `full`: and no line is cut. */
  readonly extent: 'part' | 'whole' | 'full';
}

/** Writes the page that the choices describe. Its text ends with a line break, so that counts of lines add up. */
export function assemblePage(input: PageInput): Page {
  const writer = new PageWriter(input);
  for (const line of input.reserved.lines) writer.addReserved(line);
  for (const line of input.fixed) writer.add('fixed', line);
  let run: PageSection[] = [];
  input.sections.forEach((section, place) => {
    const choice = input.choices[place];
    if (!choice?.shown) {
      run.push(section);
      return;
    }
    writer.addGap(run);
    run = [];
    writer.addSection(section, choice);
  });
  writer.addGap(run);
  return writer.page();
}

class PageWriter {
  readonly #input: PageInput;
  readonly #texts: string[] = [];
  readonly #parts = { header: 0, episodes: 0, lines: 0, gaps: 0, fixed: 0 };
  readonly #shown: number[] = [];
  readonly #folded: number[] = [];
  readonly #gaps: LinearizationGap[] = [];
  readonly #reasons: LineReason[] = [];

  constructor(input: PageInput) {
    this.#input = input;
  }

  add(part: keyof Page['parts'], line: PageLine): void {
    this.#texts.push(`${line.text}\n`);
    this.#parts[part] += line.tokens;
  }

  addReserved(line: ReservedLine): void {
    this.add('header', line);
    if (line.node === undefined) return;
    this.#shown.push(line.node);
    this.#reason('reserved', [line.node], line.tokens);
  }

  addGap(run: readonly PageSection[]): void {
    if (run.length === 0) return;
    const gap = gapOf(this.#input, run);
    if (gap.resources === 0) return;
    this.add('gaps', this.#input.lines.gap(gap));
    this.#gaps.push({ ...gap, line: this.#texts.length });
  }

  addSection(section: PageSection, choice: PackingChoice): void {
    const { lines, extent } = this.#input;
    const entries = entriesOf(section, choice);
    const count = entries.reduce((sum, { nodes }) => sum + nodes.length, 0);
    const { episode } = section;
    const header = episode
      ? lines.header(episode, extent === 'part' ? count : undefined)
      : lines.measure(undatedHeader);
    this.add('episodes', header);
    if (episode?.encounter !== undefined) {
      this.#shown.push(episode.encounter);
      this.#reason('header', [episode.encounter], header.tokens);
    }
    for (const { nodes, fold } of entries) {
      const index = nodes[0] as number;
      const line = fold ?? (extent === 'full' ? lines.fullMember(index) : lines.member(index));
      this.add('lines', line);
      if (fold) this.#folded.push(...nodes);
      else this.#shown.push(...nodes);
      this.#reason(fold ? 'fold' : 'line', nodes, line.tokens);
    }
  }

  page(): Page {
    const parts = this.#parts;
    return {
      text: this.#texts.join(''),
      tokens: parts.header + parts.episodes + parts.lines + parts.gaps + parts.fixed,
      parts,
      shown: this.#shown,
      folded: this.#folded,
      gaps: this.#gaps,
      reasons: this.#reasons,
    };
  }

  /** Notes why the line just written is there. */
  #reason(part: LineReason['part'], nodes: readonly number[], tokens: number): void {
    const { graph, saliency } = this.#input;
    const key = graph.nodes[nodes[0] as number]?.key ?? '';
    const value = nodes.reduce((sum, index) => sum + (saliency[index] ?? 0), 0);
    const line = this.#texts.length;
    this.#reasons.push({ key, line, part, value, tokens, density: tokens === 0 ? 0 : value / tokens });
  }
}

interface Entry {
  /** The nodes it shows: one, or all members of a fold. */
  readonly nodes: readonly number[];
  readonly fold: PageLine | undefined;
}

/** What a section shows, in member order; a fold stands where its first member would. */
function entriesOf(section: PageSection, choice: PackingChoice): Entry[] {
  const single = (index: number | undefined): Entry[] =>
    index === undefined ? [] : [{ nodes: [index], fold: undefined }];
  const entries = choice.items.flatMap((item) => single(section.items[item]));
  choice.series.forEach(({ folded, items }, place) => {
    const series = section.series[place];
    if (!series) return;
    const beside = new Set(items.map((item) => series.items[item]));
    if (folded) entries.push({ nodes: series.members.filter((index) => !beside.has(index)), fold: series.line });
    entries.push(...items.flatMap((item) => single(series.items[item])));
  });
  const placeOf = new Map(section.members.map((index, place) => [index, place]));
  const place = (entry: Entry): number => placeOf.get(entry.nodes[0] as number) ?? 0;
  return entries.sort((a, b) => place(a) - place(b) || (a.fold ? -1 : 1));
}

function gapOf({ graph, reserved }: PageInput, run: readonly PageSection[]): LinearizationGap {
  const standing = new Set(reserved.nodes);
  const types: Record<string, number> = {};
  let resources = 0;
  let first: ClinicalTime | undefined;
  let last: ClinicalTime | undefined;
  for (const { episode, members } of run) {
    const encounter = episode?.encounter === undefined ? [] : [episode.encounter];
    for (const index of [...encounter, ...members]) {
      if (standing.has(index)) continue;
      const type = graph.nodes[index]?.type ?? '';
      types[type] = (types[type] ?? 0) + 1;
      resources++;
    }
    if (!episode?.time) continue;
    if (!first || episode.time.localStartMs < first.localStartMs) first = episode.time;
    if (!last || episode.time.localEndMs > last.localEndMs) last = episode.time;
  }
  const gap = { episodes: run.filter(({ episode }) => episode !== undefined).length, resources, types };
  if (!first || !last) return gap;
  return { ...gap, from: first.text.slice(0, dayLength), to: (last.endText ?? last.text).slice(0, dayLength) };
}

const dayLength = 10;
