// The values of a resource as typed data: what can be counted, compared and averaged.

/** One `value[x]`, component, dose, or other measured or coded content. */
export interface ResourceValue {
  /** What is measured when it is not the resource's own concept: a component's display, `dose`, `rate`, `quantity`, `daysSupply` … */
  readonly name: string;
  /** Codes of a component, `system|code`. */
  readonly codes: readonly string[];
  readonly kind: 'quantity' | 'text' | 'code' | 'boolean' | 'time' | 'range' | 'ratio' | 'sampled' | 'absent';
  /** The number, where there is exactly one (also of numeric strings such as `1,5`; then `fromText` is true). */
  readonly number?: number;
  /** Digits after the decimal point as written, for numbers. */
  readonly decimals?: number;
  /** Human unit as written, else the UCUM code. */
  readonly unit?: string;
  /** UCUM code, when the system is UCUM. */
  readonly ucum?: string;
  readonly comparator?: '<' | '<=' | '>' | '>=' | 'ad';
  readonly fromText?: boolean;
  /** Ends of a Range or parts of a Ratio. */
  readonly low?: number;
  readonly high?: number;
  /** Bare codes of a coded value, e.g. `S`, `266919005`. */
  readonly valueCodes?: readonly string[];
  /** The value as a person reads it, unit and comparator included; for `absent`, the reason. */
  readonly text: string;
}
