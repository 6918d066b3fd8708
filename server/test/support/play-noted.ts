// Plays the business (play-business.ts) and records the statements of each action.
import type { NotedDatabase, NotedStatement } from './noted-statements.ts';
import { type Player, playBusiness } from './play-business.ts';

export type PlayedStatement = NotedStatement & { readonly play: string };

/** Runs before the first action. */
export const BEFORE = 'what was due before';

export async function playNoted(player: Player, noted: NotedDatabase): Promise<PlayedStatement[]> {
  const played: PlayedStatement[] = [];
  let name: string = BEFORE;
  const hear = (next: string) => {
    played.push(...noted.take().map((statement) => ({ ...statement, play: name })));
    name = next;
  };
  noted.take();
  await playBusiness(player, hear);
  hear('');
  return played;
}
