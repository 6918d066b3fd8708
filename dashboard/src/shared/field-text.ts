// Names of input and output fields, as the audit log stores them before and after a change. Project settings have the
// names used on their screen.
import { useTexts } from './i18n.tsx';

/** A field that had another name in an earlier release is shown by its code. */
export function useFieldText(): (name: string) => string {
  const labels: Readonly<Record<string, string>> = {
    ...useTexts('settings').settingLabels,
    ...useTexts('settings').fields,
  };
  return (name) => labels[name] ?? name.replaceAll('_', ' ');
}
