// Loads areas of the catalog (locales/), each in one language. The texts of an area include those of `common`.
import { type TextSource, textsFrom } from '../../../server/src/core/texts/format.ts';
import type { Texts } from '../../../server/src/core/texts/types.ts';
import type { Language } from './languages.ts';

export type { Texts };
export type AreaName = keyof Texts;
export type AreaTexts<Area extends AreaName> = Texts[Area] &
  Omit<Texts['common'], keyof Texts[Area]>;

const FOLDER = '../../../locales';
const files = import.meta.glob<TextSource>(
  [
    '../../../locales/{en,de,fr,es}/*.json',
    '!**/{payment-page,people-mail,subscription-mail}.json',
  ],
  { import: 'default' },
);
const loading = new Map<string, Promise<object>>();
const loaded = new Map<string, object>();
const used = new Set<AreaName>();

const keyOf = (language: Language, area: AreaName) => `${FOLDER}/${language}/${area}.json`;

/** The same promise for each call, as React requires. A failed load is repeated by the next call. */
export function loadArea(language: Language, area: AreaName): Promise<object> {
  used.add(area);
  const key = keyOf(language, area);
  const promise = loading.get(key) ?? readArea(language, area);
  loading.set(key, promise);
  promise.catch(() => loading.delete(key));
  return promise;
}

async function readArea(language: Language, area: AreaName): Promise<object> {
  const common = area === 'common' ? {} : loadArea(language, 'common');
  const key = keyOf(language, area);
  const source = await files[key]?.();
  if (source === undefined) throw new Error(`${key} is not in the catalogue`);
  const texts = { ...(await common), ...textsFrom<object>(source, language) };
  loaded.set(key, texts);
  return texts;
}

/** Resolves when `textsIn` has the texts. */
export async function loadTexts(language: Language, ...areas: readonly AreaName[]): Promise<void> {
  await Promise.all(areas.map((area) => loadArea(language, area)));
}

/** Loads every area that the page has used so far, for a change of the language. */
export function loadUsedTexts(language: Language): Promise<void> {
  return loadTexts(language, ...used);
}

/** Undefined until the area is loaded. */
export function loadedTexts<Area extends AreaName>(
  language: Language,
  area: Area,
): AreaTexts<Area> | undefined {
  return loaded.get(keyOf(language, area)) as AreaTexts<Area> | undefined;
}

/** For code outside of components, which runs after the screen has loaded the area. */
export function textsIn<Area extends AreaName>(language: Language, area: Area): AreaTexts<Area> {
  const texts = loadedTexts(language, area);
  if (texts === undefined) throw new Error(`${keyOf(language, area)} is not loaded`);
  return texts;
}
