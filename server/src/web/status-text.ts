/** The status text of a payment page: a heading and a sentence or two. */
export interface StatusText {
  readonly title: string;
  readonly text: string;
}
