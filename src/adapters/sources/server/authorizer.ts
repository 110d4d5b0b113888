// What the requests ask of a way to authorise.

/** Gives the `Authorization` header of each request. */
export interface Authorizer {
  /**
   * @param refused the header that the server answered with 401: get another, unless that has happened meanwhile
   * @throws `source-failed` when no token can be got
   */
  header(refused?: string): Promise<string | undefined>;
  /** Whether asking again after a 401 can help. */
  readonly canRenew: boolean;
  /** The patient that a SMART launch was made for; known after the first header. */
  patient(): string | undefined;
}
