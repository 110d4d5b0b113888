// The Spanish of questions to a record. Data of this project, CC0.
import { english } from './english-table.ts';
import type { Vocabulary } from './vocabulary.ts';

export const spanish: Vocabulary = {
  ...english,
  language: 'es',
  markers: [
    'el',
    'la',
    'los',
    'las',
    'que',
    'cuando',
    'cuantas',
    'cuantos',
    'del',
    'paciente',
    'tiene',
    'fue',
    'ultimo',
    'ultima',
  ],
};
