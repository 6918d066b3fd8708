// Loads a screen together with its texts.
import { lazyRouteComponent } from '@tanstack/react-router';
import { currentLanguage } from '../shared/languages.ts';
import { type AreaName, loadTexts } from '../shared/text-files.ts';

/** A route's component: the module's export `name`. `areas`: all text areas that the module uses besides `common`. */
export function screen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  ...areas: readonly AreaName[]
) {
  return lazyRouteComponent(async () => {
    const texts = loadTexts(currentLanguage(), ...areas);
    const [module] = await Promise.all([load(), texts]);
    return module;
  }, name);
}
