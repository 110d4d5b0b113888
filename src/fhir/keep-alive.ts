// Objects that live as long as the program, so that the code made for their like does too.

/**
 * Keep one object of a class that lives no longer than the loading of a record. V8 throws compiled code away with the last
 * object of a class that it was compiled for: the next record would begin with slow code again.
 */
export function keepAlive(object: object): void {
  kept.push(object);
}

const kept: object[] = [];
