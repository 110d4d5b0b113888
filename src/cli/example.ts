// The example that the help of each command shows.

/** The lines of a command's help that show it at work. */
export function exampleOf(...lines: readonly string[]): string {
  return `\nExample:\n${lines.map((line) => `  fhir-hopper ${line}\n`).join('')}`;
}
