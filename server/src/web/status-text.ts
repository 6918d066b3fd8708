/** What a page says of a payment: a heading and a sentence or two. */
export interface StatusText {
  readonly title: string;
  readonly text: string;
}
