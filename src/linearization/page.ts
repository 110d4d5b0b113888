// The page put together: lines in order under their headers, gaps between, everything accounted for.
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { LinearizationGap, LineReason } from './linearization.ts';
import type { PackingChoice } from './packing.ts';
import type { PageLine, PageLines } from './page-lines.ts';
import { type PageSection, undatedHeader } from './problem.ts';
import type { ReservedBlock, ReservedLine } from './reserved.ts';
import { createTypeCounter, type TypeCounter } from './type-counts.ts';

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
  readonly #counter: TypeCounter;
  readonly #texts: string[] = [];
  readonly #parts = { header: 0, episodes: 0, lines: 0, gaps: 0, fixed: 0 };
  readonly #shown: number[] = [];
  readonly #folded: number[] = [];
  readonly #gaps: LinearizationGap[] = [];
  readonly #reasons: LineReason[] = [];

  constructor(input: PageInput) {
    this.#input = input;
    this.#counter = createTypeCounter(input.graph);
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
    const gap = gapOf(this.#input, this.#counter, run);
    if (gap.resources === 0) return;
    this.add('gaps', this.#input.lines.gap(gap));
    this.#gaps.push({ ...gap, line: this.#texts.length });
  }

  addSection(section: PageSection, choice: PackingChoice): void {
    const { lines, extent } = this.#input;
    const entries = entriesOf(section, choice);
    let count = 0;
    for (const { nodes } of entries) count += nodes.length;
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
    let value = 0;
    for (const index of nodes) value += saliency[index] ?? 0;
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
  const entries: Entry[] = [];
  for (const item of choice.items) entries.push({ nodes: [section.items[item] as number], fold: undefined });
  for (let place = 0; place < choice.series.length; place++) {
    const { folded, items } = choice.series[place] as PackingChoice['series'][number];
    if (!folded && items.length === 0) continue;
    const series = section.series[place] as PageSection['series'][number];
    const beside = items.map((item) => series.items[item] as number);
    if (folded) entries.push({ nodes: without(series.members, beside), fold: series.line });
    for (const index of beside) entries.push({ nodes: [index], fold: undefined });
  }
  if (entries.length < 2) return entries;
  const placeOf = placesOf(section.members, entries);
  return entries.sort((a, b) => placeOf(a) - placeOf(b) || (a.fold ? -1 : 1));
}

function without(members: readonly number[], left: readonly number[]): readonly number[] {
  return left.length === 0 ? members : members.filter((index) => !left.includes(index));
}

/** Where the entries of a section stand among its members. */
function placesOf(members: readonly number[], entries: readonly Entry[]): (entry: Entry) => number {
  const places = new Map<number, number>();
  for (const { nodes } of entries) places.set(nodes[0] as number, 0);
  for (let place = 0; place < members.length; place++) {
    if (places.has(members[place] as number)) places.set(members[place] as number, place);
  }
  return ({ nodes }) => places.get(nodes[0] as number) ?? 0;
}

/** What a run of sections hides; nodes that stand in the reserved block are not hidden. */
function gapOf({ reserved }: PageInput, counter: TypeCounter, run: readonly PageSection[]): LinearizationGap {
  let episodes = 0;
  let first: ClinicalTime | undefined;
  let last: ClinicalTime | undefined;
  for (const { episode, members } of run) {
    const encounter = episode?.encounter;
    if (encounter !== undefined && !reserved.nodes.includes(encounter)) counter.add([encounter]);
    counter.add(members);
    if (!episode) continue;
    episodes++;
    if (!episode.time) continue;
    if (!first || episode.time.localStartMs < first.localStartMs) first = episode.time;
    if (!last || episode.time.localEndMs > last.localEndMs) last = episode.time;
  }
  const { total, types } = counter.take();
  const gap = { episodes, resources: total, types };
  if (!first || !last) return gap;
  return { ...gap, from: first.text.slice(0, dayLength), to: (last.endText ?? last.text).slice(0, dayLength) };
}

const dayLength = 10;
