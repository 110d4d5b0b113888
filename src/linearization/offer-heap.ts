// A binary heap of numbered offers, best density first, ties by lower number.

import { keepAlive } from '../fhir/keep-alive.ts';

/** Offers by density; an offer's number is its place in reading order, so that ties go to the earlier. */
export class OfferHeap {
  readonly #offers: number[] = [];
  readonly #keys: number[] = [];

  get size(): number {
    return this.#offers.length;
  }

  push(offer: number, density: number): void {
    this.#offers.push(offer);
    this.#keys.push(density);
    let place = this.#offers.length - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#before(place, parent)) break;
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Density of the best offer; `-Infinity` when empty. */
  peekDensity(): number {
    return this.#keys[0] ?? Number.NEGATIVE_INFINITY;
  }

  /** Takes the best offer off the heap; `undefined` when empty. */
  pop(): { readonly offer: number; readonly density: number } | undefined {
    const offer = this.#offers[0];
    const density = this.#keys[0];
    if (offer === undefined || density === undefined) return undefined;
    const last = this.#offers.length - 1;
    this.#swap(0, last);
    this.#offers.pop();
    this.#keys.pop();
    this.#sink(0);
    return { offer, density };
  }

  #sink(from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= this.#offers.length) return;
      const right = left + 1;
      const child = right < this.#offers.length && this.#before(right, left) ? right : left;
      if (!this.#before(child, place)) return;
      this.#swap(child, place);
      place = child;
    }
  }

  #before(a: number, b: number): boolean {
    const keyA = this.#keys[a] as number;
    const keyB = this.#keys[b] as number;
    return keyA > keyB || (keyA === keyB && (this.#offers[a] as number) < (this.#offers[b] as number));
  }

  #swap(a: number, b: number): void {
    const offer = this.#offers[a] as number;
    const key = this.#keys[a] as number;
    this.#offers[a] = this.#offers[b] as number;
    this.#keys[a] = this.#keys[b] as number;
    this.#offers[b] = offer;
    this.#keys[b] = key;
  }
}

keepAlive(new OfferHeap());
