// How the made-up patient's disease goes: what a laboratory would have found at any time, before chance is added.
import { clock, yearsBetween } from './random.ts';

/** The patient's story in dates: everything else follows from them. A drug begins at the first visit from its date on. */
export const story = {
  born: clock(1950, 4, 17),
  firstVisit: clock(2004, 2, 10, 9, 30),
  diabetes: clock(2006, 6, 1),
  statin: clock(2007, 2, 1),
  amlodipine: clock(2009, 6, 1),
  glipizide: clock(2012, 2, 1),
  insulin: clock(2016, 6, 1),
  bypassAdmission: clock(2017, 3, 6, 14, 20),
  furosemide: clock(2019, 10, 1),
  metforminStop: clock(2021, 6, 1),
  sepsisAdmission: clock(2022, 9, 12, 3, 45),
  lastVisit: clock(2024, 6, 30),
} as const;

/** Serum creatinine in mg/dL: slow loss of kidney function, faster with the years. */
export function creatinineAt(time: number): number {
  const years = yearsBetween(story.firstVisit, time);
  return 0.82 + 0.012 * years + 0.00175 * years * years;
}

/** eGFR in mL/min/1.73 m² of a woman. Source: CKD-EPI 2021 creatinine equation. */
export function filtrationRate(creatinine: number, time: number): number {
  const age = yearsBetween(story.born, time);
  const ratio = creatinine / 0.7;
  return 142 * Math.min(ratio, 1) ** -0.241 * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age * 1.012;
}

/** HbA1c in %: rises with the years, falls with each new drug. */
export function a1cAt(time: number): number {
  if (time < story.diabetes) return 5.7 + 0.35 * Math.max(0, yearsBetween(story.firstVisit, time));
  const steps = [
    { since: story.insulin, start: 7.3, perYear: 0.04 },
    { since: story.glipizide, start: 7, perYear: 0.3 },
    { since: story.diabetes, start: 6.9, perYear: 0.15 },
  ];
  const step = steps.find(({ since }) => time > since + firstEffect);
  return step === undefined ? 8.1 : step.start + step.perYear * yearsBetween(step.since, time);
}

/** Systolic pressure in mmHg. */
export function systolicAt(time: number): number {
  if (time <= story.firstVisit) return 158;
  return time < story.amlodipine ? 142 + 1.2 * yearsBetween(story.firstVisit, time) : 134;
}

/** LDL cholesterol in mg/dL. */
export function ldlAt(time: number): number {
  return time <= story.statin ? 161 : 84;
}

/** Body weight in kg. */
export function weightAt(time: number): number {
  const years = yearsBetween(story.firstVisit, time);
  return years < 12 ? 84 + 0.5 * years : 90 - 0.9 * (years - 12);
}

/** Hemoglobin in g/dL: falls as the kidneys fail. */
export function hemoglobinAt(time: number): number {
  return 13.6 - 0.11 * yearsBetween(story.firstVisit, time);
}

/** Time a new drug needs to show in HbA1c. */
const firstEffect = 60 * 24 * 3_600_000;
