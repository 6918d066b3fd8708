// How the documents are searched: the same for who makes the index and for who asks it in a browser.

export const searchOptions = {
  fields: ['title', 'text'],
  storeFields: ['title', 'page', 'address'],
  searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
} as const;

export interface Found {
  readonly title: string;
  readonly page: string;
  readonly address: string;
}
