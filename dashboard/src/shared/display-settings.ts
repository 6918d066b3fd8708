// Display preferences: applied immediately, stored with the account, and restored at the next sign-in.
import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isTimeZone } from '../../../server/src/core/time-zone.ts';
import { people } from './api.ts';
import { useAction } from './errors.ts';
import { type Chosen, isNumberFormat, type Language, languages, useLanguage } from './i18n.tsx';
import { type Me, meQuery, useMe } from './session.ts';

export const themes = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof themes)[number];
export const themeOf = (text: string | null): Theme =>
  themes.find((each) => each === text) ?? 'auto';

export interface DisplaySettings extends Chosen {
  readonly theme: Theme;
}

/** The account's preferences that this browser supports. */
function storedSettings({
  language,
  number_format,
  time_zone,
  theme,
}: Me['user']): Partial<DisplaySettings> {
  return {
    ...(language !== null && language in languages && { language: language as Language }),
    ...(number_format !== null && isNumberFormat(number_format) && { numbers: number_format }),
    ...(time_zone !== null && isTimeZone(time_zone) && { zone: time_zone }),
    ...(theme !== null && { theme: themeOf(theme) }),
  };
}

export function useStoredSettings(): void {
  const { user } = useMe();
  const { choose } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per account, and when the account changes.
  useEffect(() => {
    const { theme, ...chosen } = storedSettings(user);
    choose(chosen);
    if (theme !== undefined) setColorScheme(theme);
  }, [user]);
}

/**
 * Changes made while another change is being stored are stored after it, together. The local choice is the base of the
 * next change, because the account's known state may be one change behind.
 */
export function useDisplaySettings() {
  const { user } = useMe();
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const client = useQueryClient();
  const wanted = useRef<DisplaySettings | null>(null);
  const keep = useAction({
    run: async () => {
      for (let stored: DisplaySettings | null = null; wanted.current !== stored; ) {
        stored = wanted.current;
        if (stored !== null) await people('me.set', fieldsOf(stored));
        await client.invalidateQueries({ queryKey: meQuery.queryKey });
      }
    },
    onDone: () => undefined,
  });
  const settings: DisplaySettings = {
    language,
    theme: colorScheme,
    numbers: user.number_format,
    zone: user.time_zone,
    ...wanted.current,
  };
  const change = (changed: Partial<DisplaySettings>) => {
    const { theme, ...chosen } = changed;
    choose(chosen);
    if (theme !== undefined) setColorScheme(theme);
    wanted.current = { ...settings, ...wanted.current, ...changed };
    keep.start(undefined);
  };
  return { settings, change, keep };
}

function fieldsOf({ numbers, zone, ...settings }: DisplaySettings) {
  return {
    ...settings,
    ...(numbers === null ? {} : { number_format: numbers }),
    ...(zone === null ? {} : { time_zone: zone }),
  };
}
