// The report as one self-contained HTML page: figures, tables, and in the full one the failures with their texts.
import { html, raw } from 'hono/html';
import type { CaseResult } from './case-result.ts';
import type { EvalCase } from './eval-case.ts';
import { failures, type ReportOptions, type ReportTable, reportTables } from './report.ts';
import type { RunSummary } from './summary.ts';

/** An SVG with the sentence that says what it shows. */
export interface ReportFigure {
  readonly svg: string;
  readonly caption: string;
}

/** What only the full report holds: questions, answers and reasons. Never part of a report that is passed on. */
export interface ReportDetails {
  readonly cases: readonly EvalCase[];
  readonly results: readonly CaseResult[];
}

/** @param details left out: a report without any question, answer or record text */
export function reportHtml(
  summary: RunSummary,
  figures: readonly ReportFigure[],
  options: ReportOptions,
  details?: ReportDetails,
): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${options.title}</title>
<style>${raw(style)}</style>
</head>
<body>
<h1>${options.title}</h1>
<p>Made by <code>${options.command}</code>.</p>
${figures.map((figure) => html`<figure>${raw(figure.svg)}<figcaption>${figure.caption}</figcaption></figure>`)}
${reportTables(summary).map(tableHtml)}
${details === undefined ? '' : failuresHtml(details)}
</body>
</html>
`;
  return String(page);
}

function tableHtml({ title, note, head, rows }: ReportTable) {
  return html`<h2>${title}</h2>
${note === undefined ? '' : html`<p>${note}</p>`}
<div class="scroll"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody>
</table></div>
`;
}

function failuresHtml({ cases, results }: ReportDetails) {
  const questions = new Map(cases.map((evalCase) => [`${evalCase.dataset}\n${evalCase.id}`, evalCase]));
  const byArm = groupByArm(failures(results));
  return html`<h2>Failures</h2>
${[...byArm].map(
  ([arm, failed]) => html`<details><summary>${arm}: ${failed.length}</summary>
${failed.map((result) => failureHtml(result, questions.get(`${result.dataset}\n${result.caseId}`)))}
</details>
`,
)}`;
}

function failureHtml(result: CaseResult, evalCase: EvalCase | undefined) {
  return html`<details class="case"><summary>${result.dataset} ${result.caseId}: ${evalCase?.question ?? ''}</summary>
<dl>
<dt>Record</dt><dd>${result.record}</dd>
<dt>Expected</dt><dd><code>${JSON.stringify(evalCase?.expected ?? [])}</code></dd>
<dt>Answer</dt><dd>${result.text ?? ''}</dd>
<dt>Verdict</dt><dd>${result.verdict === undefined ? 'undecided' : `${result.verdict.by}: ${result.verdict.reason}`}</dd>
${result.error === undefined ? '' : html`<dt>Error</dt><dd>${result.error}</dd>`}
</dl></details>
`;
}

function groupByArm(results: readonly CaseResult[]): ReadonlyMap<string, CaseResult[]> {
  const groups = new Map<string, CaseResult[]>();
  for (const result of results) groups.set(result.arm, [...(groups.get(result.arm) ?? []), result]);
  return groups;
}

const style = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #1c2b33; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #d8e0e4; text-align: right; white-space: nowrap; }
th:first-child { text-align: left; white-space: normal; min-width: 12rem; }
figure { margin: 1.5rem 0; } figcaption { color: #51636d; }
details.case { margin-left: 1rem; } dt { font-weight: 600; } code { font-size: .9em; }
`;
