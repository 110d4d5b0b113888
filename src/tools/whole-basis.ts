// Every node that an item of a result rests on, kept beside the item: for checks, never printed or sent.
import type { ToolItem } from './graph-tool.ts';

/** Remember the nodes, as indices of the graph, of an item that lists only some of their keys. */
export function keepWholeBasis(item: ToolItem, nodes: readonly number[]): void {
  nodesByItem.set(item, nodes);
}

/** All nodes an item rests on; `undefined` when its `keys` are all there are. */
export function wholeBasisOf(item: ToolItem): readonly number[] | undefined {
  return nodesByItem.get(item);
}

const nodesByItem = new WeakMap<ToolItem, readonly number[]>();
