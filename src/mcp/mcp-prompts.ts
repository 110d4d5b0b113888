// Prompts for common work over one record: each says which tools to use and what to hand back.
import { completable, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { completeRecordName } from './mcp-resources.ts';
import type { RecordShelf } from './record-shelf.ts';

/** Register the prompts; with several records each takes the record's name. */
export function registerPrompts(server: McpServer, shelf: RecordShelf): void {
  const several = shelf.entries.length > 1;
  const record = completable(z.string().describe('Record name'), (value) => completeRecordName(shelf, value));
  for (const prompt of prompts) {
    const shape = {
      ...(several ? { record } : {}),
      ...(prompt.asks === undefined ? {} : { [prompt.asks.name]: z.string().describe(prompt.asks.description) }),
    };
    const text = (args: Readonly<Record<string, unknown>>): string => {
      const which = typeof args.record === 'string' ? ` Pass record="${args.record}" to every tool.` : '';
      const subject = prompt.asks === undefined ? '' : String(args[prompt.asks.name] ?? '');
      return `${prompt.text.replace('{subject}', () => subject)}${which} ${CLOSING}`;
    };
    server.registerPrompt(
      prompt.name,
      { title: prompt.title, description: prompt.description, argsSchema: z.object(shape) },
      (args) => ({ messages: [{ role: 'user', content: { type: 'text', text: text(args) } }] }),
    );
  }
}

interface RecordPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly asks?: { readonly name: string; readonly description: string };
  /** `{subject}` stands for the argument. */
  readonly text: string;
}

const prompts: readonly RecordPrompt[] = [
  {
    name: 'summarise_record',
    title: 'Summarise the record',
    description: 'A one-page summary of the whole record, every statement with its source.',
    text:
      'Summarise this patient record on one page: who the patient is, problems, allergies, current medications, stays and ' +
      'procedures in time order, and what is missing. Start with linearize (question "summary of the record"), then fill ' +
      'gaps with filter_time and search_graph; use aggregate for every count, latest or extreme value.',
  },
  {
    name: 'prepare_visit',
    title: 'Prepare a visit',
    description: 'What to know before seeing the patient about one concern.',
    asks: { name: 'concern', description: 'The reason for the visit, e.g. "shortness of breath"' },
    text:
      'Prepare a visit about: {subject}. Start with linearize (question: the concern). Report what changed since the last ' +
      'visit, results and medications that bear on the concern, allergies, open orders and results without follow-up. Look ' +
      'up the last visit with filter_time (episode "last hospital visit" or the latest episode) and use aggregate for latest values and trends.',
  },
  {
    name: 'reconcile_medications',
    title: 'Reconcile medications',
    description: 'All medications in the record side by side: requested, dispensed, given, stopped.',
    text:
      'Reconcile the medications in this record. List with filter_time each of MedicationRequest, MedicationStatement, ' +
      'MedicationDispense and MedicationAdministration, page by page until complete; group by drug; give dose, route, ' +
      'frequency, first and last date and status; mark duplicates, conflicts between sources, drugs that a recorded allergy ' +
      'names, and drugs without an end. Inspect a node before you state a dose.',
  },
  {
    name: 'trend_lab',
    title: 'Trend of a measurement',
    description: 'How one lab or vital sign changed over time.',
    asks: { name: 'measurement', description: 'The lab or vital sign, e.g. "creatinine"' },
    text:
      'Show how {subject} changed over time. Find its name or code with search_graph, then use aggregate for count, first, ' +
      'last, min, max and trend, and for the mean by month or year (group_by) where there are many values; relate marked ' +
      'changes to stays and medications near them with filter_time. Never mix units; say how many values were left out and why.',
  },
];

const CLOSING =
  'Cite the handle or key of the source after each statement. Say "not recorded" where the record does not say. ' +
  'Check the final statements with verify_claims. This informs; it is no medical advice.';
