// The language of mails to the people who use the dashboard.
import {
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '../operator/alert-destinations/contract.ts';

/** `language`: as stored for the person, such as `de` or `de-CH`. English if there are no texts in that language. */
export function languageOfPerson(language: string | null): MessageLanguage {
  const wanted = language?.slice(0, 2).toLowerCase();
  return MESSAGE_LANGUAGES.find((each) => each === wanted) ?? 'en';
}
