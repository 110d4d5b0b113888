// Short lists that are as long as they are: a record has several for every resource.

/** One empty list for all. */
export const nothing: readonly never[] = Object.freeze([]);

/**
 * A list with one thing more at its end. The usual lists, of one or two, take no more room than they need: one that is
 * pushed to keeps room for sixteen more, and memory that is touched for the first time costs more than what is put there.
 *
 * @param list made by this function, or `nothing`; longer ones are written into
 */
export function append<Thing>(list: readonly Thing[], thing: Thing): readonly Thing[] {
  if (list.length === 0) return [thing];
  if (list.length === 1) return [list[0]!, thing];
  (list as Thing[]).push(thing);
  return list;
}
