// Loads a screen together with its texts.
import { currentLanguage } from '../shared/languages.ts';
import { type AreaName, loadTexts } from '../shared/text-files.ts';

/** For `lazyRouteComponent`. `areas`: all text areas that the screen's modules use. `common` is always loaded. */
export function screen<Module>(
  load: () => Promise<Module>,
  ...areas: readonly AreaName[]
): () => Promise<Module> {
  return async () => {
    const texts = loadTexts(currentLanguage(), ...areas);
    const [module] = await Promise.all([load(), texts]);
    return module;
  };
}
