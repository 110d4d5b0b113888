// A labelled scatter of arms as SVG, by Observable Plot in a document without a browser.
import { HopperError } from '../../errors.ts';

/** What Plot needs of a document; the library's own types are the browser's. */
type DomDocument = ReturnType<typeof import('linkedom')['parseHTML']>['document'];

export interface ScatterPoint {
  readonly name: string;
  /** Above zero. */
  readonly x: number;
  /** In [0, 1]. */
  readonly y: number;
  readonly emphasised: boolean;
}

export interface ScatterOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
}

/**
 * Draw points on a logarithmic x axis; emphasised ones are filled and joined by a step line.
 *
 * @throws `invalid-input` naming the packages to add when they aren't installed
 */
export async function scatterSvg(points: readonly ScatterPoint[], options: ScatterOptions): Promise<string> {
  const { Plot, document } = await importPlot();
  const front = points.filter(({ emphasised }) => emphasised).sort((a, b) => a.x - b.x);
  const labels = placeLabels(points);
  const plot = Plot.plot({
    document,
    width: 760,
    height: 460,
    marginRight: 150,
    marginLeft: 56,
    style: { background: 'white', fontFamily: 'system-ui, sans-serif', fontSize: '12px' },
    x: { type: 'log', label: options.xLabel, grid: true, tickFormat: '~s' },
    y: { domain: [0, 1], label: options.yLabel, grid: true, tickFormat: '.0%' },
    marks: [
      Plot.line(front, { x: 'x', y: 'y', curve: 'step-before', stroke: '#1f6f8b' }),
      Plot.dot(points, {
        x: 'x',
        y: 'y',
        r: 5,
        stroke: '#1f6f8b',
        fill: (point: ScatterPoint) => (point.emphasised ? '#1f6f8b' : 'white'),
      }),
      Plot.text(labels, { x: 'x', y: 'labelY', text: 'name', dx: 9, textAnchor: 'start' }),
    ],
  });
  plot.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  plot.setAttribute('role', 'img');
  plot.setAttribute('aria-label', options.title);
  return plot.outerHTML;
}

/** Labels pushed apart so that points of one height can be told apart. */
function placeLabels(points: readonly ScatterPoint[]): readonly (ScatterPoint & { readonly labelY: number })[] {
  let below = Number.NEGATIVE_INFINITY;
  return [...points]
    .sort((a, b) => a.y - b.y || a.x - b.x || (a.name < b.name ? -1 : 1))
    .map((point) => {
      below = Math.max(point.y, below + LABEL_HEIGHT);
      return { ...point, labelY: below };
    });
}

async function importPlot(): Promise<{ Plot: typeof import('@observablehq/plot'); document: DomDocument }> {
  try {
    const Plot = await import('@observablehq/plot');
    const { parseHTML } = await import('linkedom');
    return { Plot, document: parseHTML('<!doctype html><html><body></body></html>').document };
  } catch (cause) {
    throw new HopperError('invalid-input', 'Figures need two packages: npm install @observablehq/plot linkedom', {
      cause,
    });
  }
}

const LABEL_HEIGHT = 0.038;
