// What findings of the doctor tell beside their code, in values: one form each. Amounts are texts with their coin.
import { type Static, Type } from 'typebox';
import { oneOf, Text } from './objects/schema-words.ts';
import { row, TextOrNull } from './operator/schema-words.ts';

const count = Type.Integer();

export const FindingDetail = Type.Union([
  row({ code: oneOf(['none']) }),
  row({ code: oneOf(['counted']), count }),
  row({ code: oneOf(['clock_ahead', 'clock_behind']), seconds: count }),
  row({ code: oneOf(['covered']), held: Text, owed: Text }),
  row({
    ...{ code: oneOf(['owned']), owed: Text, held: Text, declared: Text },
    beside_tokens: TextOrNull,
  }),
  row({ code: oneOf(['rest']), rest: TextOrNull }),
  row({ code: oneOf(['sums_differ']), coins: Text }),
  row({ code: oneOf(['beside_tokens']), outputs: count, amount: Text }),
  row({ code: oneOf(['contested']), count }),
  row({
    ...{ code: oneOf(['small']), dear: count, outputs: count, per_input: Text },
    ...{ small: count, cost: Text, small_amount: Text },
    ...{ uneconomical: count, uneconomical_amount: Text },
  }),
  row({ code: oneOf(['await_final']), count, projects: count }),
]);

export type FindingDetail = Static<typeof FindingDetail>;
