// What a noun adds to the frame besides its routes: a line of the navigation.
import type { LinkProps } from '@tanstack/react-router';
import type { OperationName } from '../shared/session.ts';
import type { Texts } from '../shared/texts.ts';
import type { IconName } from '../shared/ui/icon.tsx';
import type { GroupName } from './groups.ts';

export interface Area {
  readonly label: keyof Texts['common']['areas'];
  readonly icon: IconName;
  /** Shown to those who may ask for this. */
  readonly needs: OperationName;
  /** Where its line is: below which heading, of one project or of the whole till. */
  readonly group: GroupName;
  /** `project` is empty for somebody without any. */
  readonly link: (project: string) => LinkProps;
}
