// Why a node is not used, as English text.
import { textsOf } from '../../core/texts/texts.ts';
import type { Unfit } from './members.ts';

export function unfitText(unfit: Unfit): string {
  if ('message' in unfit) return unfit.message;
  const t = textsOf('reasons', 'en').node;
  const height = `${unfit.height}`;
  if (unfit.cause === 'behind') return t.behind({ height, others_at: `${unfit.others_at}` });
  const { hash } = unfit;
  return hash === null ? t.block_missing({ height }) : t.other_branch({ height, hash });
}
