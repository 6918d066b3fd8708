// The texts of the hosted pages, one file per language in strings/. Texts are plain text; the page escapes them like
// everything else.
import type { Locale } from '../core/languages.ts';
import de from './strings/de.ts';
import en from './strings/en.ts';
import es from './strings/es.ts';
import fr from './strings/fr.ts';
import it from './strings/it.ts';
import ja from './strings/ja.ts';
import nl from './strings/nl.ts';
import pl from './strings/pl.ts';
import pt from './strings/pt.ts';
import ru from './strings/ru.ts';
import tr from './strings/tr.ts';
import zh from './strings/zh.ts';
import type { Strings } from './strings-type.ts';

const languages: Readonly<Record<Locale, Strings>> = {
  ...{ de, en, es, fr, it, nl, pl, pt, tr },
  ...{ ru, ja, zh },
};

export function stringsOf(locale: Locale): Strings {
  return languages[locale];
}
