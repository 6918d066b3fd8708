// The texts of mails to payers of subscriptions, one file per language in mail-texts/. Plain text; the mail escapes it
// where it is HTML.
import type { Locale } from '../core/languages.ts';
import de from './mail-texts/de.ts';
import en from './mail-texts/en.ts';
import es from './mail-texts/es.ts';
import fr from './mail-texts/fr.ts';
import it from './mail-texts/it.ts';
import ja from './mail-texts/ja.ts';
import nl from './mail-texts/nl.ts';
import pl from './mail-texts/pl.ts';
import pt from './mail-texts/pt.ts';
import ru from './mail-texts/ru.ts';
import tr from './mail-texts/tr.ts';
import zh from './mail-texts/zh.ts';
import type { MailTexts } from './mail-texts-type.ts';

const languages: Readonly<Record<Locale, MailTexts>> = {
  ...{ de, en, es, fr, it, nl, pl, pt, tr },
  ...{ ru, ja, zh },
};

export function mailTextsOf(locale: Locale): MailTexts {
  return languages[locale];
}
