// A page with its reasons: for each line why it is there, for each gap what it hides.
import type { Linearization, LinearizationGap, LineReason } from './linearization.ts';

/**
 * The page's lines, each after its φ, tokens and saliency per token; gaps followed by what they hide, by type. For
 * people; the same data is in `reasons` and `gaps`.
 */
export function explainPage({ text, reasons, gaps }: Linearization): string {
  const reasonOf = new Map(reasons.map((reason) => [reason.line, reason]));
  const gapOf = new Map(gaps.map((gap) => [gap.line, gap]));
  const lines = text.trimEnd().split('\n');
  const explained = lines.map((line, place) => {
    const gap = gapOf.get(place + 1);
    const reason = reasonOf.get(place + 1);
    return `${(reason ? whyShown(reason) : '').padEnd(marginWidth)}${line}${gap ? hides(gap) : ''}`;
  });
  return [`${'     φ  tokens    φ/token'.padEnd(marginWidth)}line`, ...explained, ''].join('\n');
}

function whyShown({ part, value, tokens, density }: LineReason): string {
  if (part === 'reserved') return `always ${String(tokens).padStart(7)}`;
  return `${value.toFixed(3).padStart(6)} ${String(tokens).padStart(7)} ${density.toFixed(5).padStart(10)}`;
}

function hides({ types }: LinearizationGap): string {
  const counts = Object.entries(types ?? {}).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return counts.length === 0 ? '' : ` hides ${counts.map(([type, count]) => `${count} ${type}`).join(', ')}`;
}

const marginWidth = 27;
