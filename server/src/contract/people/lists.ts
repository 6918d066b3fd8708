// What a person chose for lists of the dashboard: views (filters under a name) and hidden columns. They are preferences
// and leave no line in the audit log. Each change names one view or one column, so that two browsers that change a list
// at the same moment lose nothing.
import { Type } from 'typebox';
import { type ErrorDetail, rule } from '../../core/errors.ts';
import { boolean, map, oneOf as oneOfText, refuse, required, text } from '../fields.ts';
import { oneOf, rows, Text } from '../schema.ts';
import { isLonger, isStorable } from '../storable-text.ts';
import { Done, peopleOperation, trimmed } from './fields.ts';

/** Lists with saved views and a choice of columns. */
export const LISTS = [
  'audit_log',
  'channels',
  'checkouts',
  'customers',
  'invoices',
  'requests',
  'subscriptions',
  'transactions',
  'unmatched',
  'unmatched_of_all',
  'webhooks',
  'withdrawals',
] as const;
export type ListName = (typeof LISTS)[number];

/** Per person and list. */
export const VIEWS_MAX = 50;
export const COLUMNS_MAX = 40;
const VIEW_NAME_MAX = 60;
const FILTERS_MAX = 20;
const FILTER_LENGTH_MAX = 255;
const WORD_LENGTH_MAX = 40;

const list = required(oneOfText(LISTS, 'the list'));
const name = required(trimmed(text(VIEW_NAME_MAX, 'name of the view, unique in the list')));

const values = map(text(FILTER_LENGTH_MAX), { max: FILTERS_MAX });
const filters = required({
  ...values,
  read(value: unknown, target: string, problems: ErrorDetail[]) {
    const found = values.read(value, target, problems);
    const isName = (word: string) => !isLonger(word, WORD_LENGTH_MAX) && isStorable(word);
    return found === undefined || Object.keys(found).every(isName)
      ? found
      : refuse(problems, rule.lengthAtMost(target, WORD_LENGTH_MAX));
  },
});

export const listOperations = {
  'me.lists': peopleOperation({
    method: 'GET',
    path: '/me/lists',
    summary: 'Show the saved views and hidden columns of all your lists',
    output: rows({
      list: oneOf(LISTS),
      views: rows({ name: Text, filters: Type.Record(Type.String(), Text) }),
      hidden: Type.Array(Text),
    }),
  }),
  'me.save-view': peopleOperation({
    method: 'POST',
    path: '/me/lists/views',
    summary: 'Save filters of a list as a view. Replaces the view with this name',
    leavesNoLine: true,
    input: { list, name, filters },
    output: Done,
  }),
  'me.delete-view': peopleOperation({
    method: 'POST',
    path: '/me/lists/views/delete',
    summary: 'Delete a view of a list',
    leavesNoLine: true,
    input: { list, name },
    output: Done,
  }),
  'me.show-column': peopleOperation({
    method: 'POST',
    path: '/me/lists/columns',
    summary: 'Show or hide a column of a list',
    leavesNoLine: true,
    input: {
      list,
      column: required(text(WORD_LENGTH_MAX, 'the column')),
      is_shown: required(boolean('false: hide it')),
    },
    output: Done,
  }),
} as const;
