// The texts of the catalogue (locales/) in the language that is in use. An area is loaded, in that language alone, when
// a component first needs it; the component suspends until then.
import { use } from 'react';
import { type TextSource, textsFrom } from '../../../server/src/core/texts/format.ts';
import type { Texts } from '../../../server/src/core/texts/types.ts';
import { type Language, useLanguage } from './i18n.tsx';

const FOLDER = '../../../locales';
const files = import.meta.glob<TextSource>(
  ['../../../locales/{en,de,fr,es}/*.json', '!**/{payment-page,subscription-mail}.json'],
  { import: 'default' },
);
const loaded = new Map<string, Promise<unknown>>();

export function useTexts<Area extends keyof Texts>(area: Area): Texts[Area] {
  return use(load(useLanguage().language, area)) as Texts[Area];
}

/** The same promise each time, as React needs it. */
function load(language: Language, area: string): Promise<unknown> {
  const path = `${FOLDER}/${language}/${area}.json`;
  const texts = loaded.get(path) ?? read(path, language);
  loaded.set(path, texts);
  return texts;
}

async function read(path: string, language: Language): Promise<unknown> {
  const source = await files[path]?.();
  if (source === undefined) throw new Error(`${path} is not in the catalogue`);
  return textsFrom(source, language);
}
