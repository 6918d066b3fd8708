// The search of the documents: the same for the build that makes the index and for the browser that asks it. Every word
// of a question that the index knows counts, not all have to match; words that every question has count nothing.
import MiniSearch from 'minisearch';

export interface SearchEntry {
  readonly address: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  /** What readers call it who come from another product. */
  readonly keywords: string;
}

export interface Found {
  readonly title: string;
  readonly page: string;
  readonly address: string;
}

const STOP_WORDS = new Set(
  `a about after all an and any are as at be been before but by can could do does for from get gets
  give given has have how i if in into is it its make makes me much my need needs not of on one or our
  set should so take than that the their them then there they this to up use using was we what when
  where which who why will with without work works would you your chaintill`.split(/\s+/),
);

/** The words of other products, as this one calls the thing. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  '401': ['signature', 'unauthorized', 'unauthenticated'],
  '429': ['rate', 'limits'],
  auth: ['signature', 'signing'],
  authentication: ['signature', 'signing'],
  credentials: ['keys'],
  payout: ['withdrawal'],
  payouts: ['withdrawals'],
  permission: ['role'],
  permissions: ['roles'],
  sdk: ['client'],
  token: ['usdt', 'usdc'],
  tokens: ['usdt', 'usdc'],
  unauthorized: ['signature'],
  webhook: ['callback'],
  webhooks: ['callbacks'],
};

const options = {
  fields: ['title', 'keywords', 'text', 'page'],
  storeFields: ['title', 'page', 'address'],
  processTerm: (term: string) => {
    const word = term.toLowerCase();
    return STOP_WORDS.has(word) ? null : stem(word);
  },
  searchOptions: {
    boost: { title: 4, keywords: 6, page: 1 },
    combineWith: 'OR',
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 5 ? 0.15 : false),
    weights: { prefix: 0.3, fuzzy: 0.2 },
  },
} as const;

/** Without the endings of plurals and verbs, so that "refunds" finds "refund". */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}

export function searchIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch<SearchEntry & { readonly id: number }>({
    ...options,
    fields: [...options.fields],
    storeFields: [...options.storeFields],
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

export function loadIndex(json: string): MiniSearch {
  return MiniSearch.loadJSON(json, {
    ...options,
    fields: [...options.fields],
    storeFields: [...options.storeFields],
  });
}

/** Best first. */
export function search(index: MiniSearch, question: string): readonly Found[] {
  const words = question.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const more = words.flatMap((word) => SYNONYMS[word] ?? []);
  return index.search([...words, ...more].join(' ')) as unknown as readonly Found[];
}
