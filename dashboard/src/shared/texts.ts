// The texts of the catalog in the page's language. A screen's route loads its areas before the screen renders
// (routes/screen.ts). A component that needs another area suspends until the area is loaded.
import { use } from 'react';
import { useLanguage } from './i18n.tsx';
import { type AreaName, type AreaTexts, loadArea, loadedTexts } from './text-files.ts';

export { type Texts, textsIn } from './text-files.ts';

export function useTexts<Area extends AreaName>(area: Area): AreaTexts<Area> {
  const { language } = useLanguage();
  return loadedTexts(language, area) ?? (use(loadArea(language, area)) as AreaTexts<Area>);
}
