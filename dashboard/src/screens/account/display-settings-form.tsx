// Language, number format, time zone and colors: applied immediately, and stored with the account.
import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useDisplaySettings } from '../../shared/display-settings.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { DisplaySettingsChoice } from '../../shared/ui/display-settings-choice.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { Section } from './section.tsx';

const FORMATS = ['en-GB', 'en-US', 'de-DE', 'de-CH', 'fr-FR', 'fr-CH', 'es-ES', 'es-MX'] as const;
const ZONES = Intl.supportedValuesOf('timeZone');

export function DisplaySettingsForm() {
  const t = useTexts('account');
  const { settings, change, keep } = useDisplaySettings();
  const { locale } = useLanguage();
  const formats = [
    ...new Set([...FORMATS, ...(settings.numbers === null ? [] : [settings.numbers])]),
  ];
  const zones = [...new Set(['UTC', ...ZONES, ...(settings.zone === null ? [] : [settings.zone])])];
  return (
    <Section title={t.looks} about={t.looksAbout}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DisplaySettingsChoice {...{ settings, change }} />
        <NativeSelect
          label={t.numbers}
          value={settings.numbers ?? ''}
          data={[
            { value: '', label: t.asLanguage },
            ...formats.map((value) => ({ value, label: sampleOf(value, locale) })),
          ]}
          onChange={(event) => change({ numbers: event.currentTarget.value || null })}
        />
        <NativeSelect
          label={t.zone}
          value={settings.zone ?? ''}
          data={[
            { value: '', label: t.asBrowser },
            ...zones.map((value) => ({ value, label: value })),
          ]}
          onChange={(event) => change({ zone: event.currentTarget.value || null })}
        />
      </SimpleGrid>
      {keep.isError && <Failed error={keep.error} />}
    </Section>
  );
}

/** `1.234,50 · 31.12.2026 (Deutsch, Schweiz)`. */
function sampleOf(tag: string, locale: string): string {
  const number = new Intl.NumberFormat(tag, { minimumFractionDigits: 2 }).format(1234.5);
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'short' }).format(new Date(2026, 11, 31));
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  return `${number} · ${date} (${name})`;
}
