// A set of a record's nodes, as marks: filling a Set with most of 50,000 nodes costs many times as much.
import { keepAlive } from '../fhir/keep-alive.ts';

/** Nodes of one graph, each once, in the order given. */
export class NodeSet implements Iterable<number> {
  readonly #marks: Uint8Array;
  readonly #nodes: readonly number[];

  /** @param size nodes of the graph */
  constructor(size: number, nodes: readonly number[]) {
    this.#marks = new Uint8Array(size);
    let different = 0;
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at]!;
      if (this.#marks[node] === 1) continue;
      this.#marks[node] = 1;
      different += 1;
    }
    this.#nodes = different === nodes.length ? nodes : Array.from(new Set(nodes));
  }

  get size(): number {
    return this.#nodes.length;
  }

  has(node: number): boolean {
    return this.#marks[node] === 1;
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#nodes[Symbol.iterator]();
  }
}

keepAlive(new NodeSet(0, []));
