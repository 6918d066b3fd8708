// What an area adds to the frame in addition to its routes: a navigation item.
import type { LinkProps } from '@tanstack/react-router';
import type { OperationName } from '../shared/session.ts';
import type { Texts } from '../shared/texts.ts';
import type { IconName } from '../shared/ui/icon.tsx';
import type { GroupName } from './groups.ts';

export interface Area {
  readonly label: keyof Texts['common']['areas'];
  readonly icon: IconName;
  /** The operation that a person must be allowed to use to see the item. */
  readonly needs: OperationName;
  /** The navigation group: of one project or of the whole instance. */
  readonly group: GroupName;
  /** `project` is empty for a person without any project. */
  readonly link: (project: string) => LinkProps;
}
