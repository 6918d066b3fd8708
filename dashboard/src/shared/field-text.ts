// The names of what an operation reads and answers, as the journal keeps them before and after a change. Settings of a
// project are called as on their screen.
import { useTexts } from './texts.ts';

/** What an earlier release called otherwise is shown by its name. */
export function useFieldText(): (name: string) => string {
  const words: Readonly<Record<string, string>> = {
    ...useTexts('settings').settingLabels,
    ...useTexts('settings').fields,
  };
  return (name) => words[name] ?? name.replaceAll('_', ' ');
}
