// Field-level problem codes in the `details` of an error, and the format rules for texts. The dashboard translates the
// codes; their sentences are for clients that do not.

export const PROBLEM_CODES = [
  ...(['must_be_filled', 'must_be_string', 'must_be_object', 'must_be_array'] as const),
  ...(['must_be_boolean', 'must_be_integer', 'must_be_decimal', 'must_be_time'] as const),
  ...(['must_be_url', 'must_be_uuid', 'must_be_greater_than'] as const),
  ...(['must_be_greater_than_or_equal', 'must_be_less_than_or_equal'] as const),
  ...(['must_be_included_in', 'exactly_one_of', 'must_be_different', 'must_be_unique'] as const),
  ...(['length_must_be_less_than_or_equal', 'length_must_be_greater_than_or_equal'] as const),
  ...(['bytes_must_be_less_than_or_equal', 'levels_must_be_less_than_or_equal'] as const),
  ...(['size_must_be_less_than_or_equal', 'bad_precision', 'has_invalid_format'] as const),
  ...(['too_weak', 'has_your_name', 'was_published', 'must_be_free'] as const),
  ...(['invalid_coin_address', 'own_address', 'customer_not_found'] as const),
  ...(['project_not_found', 'ambiguous_name', 'not_supported'] as const),
  ...(['limit_exceeded', 'refused_by_policy'] as const),
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Completes "must be". Placeholders in braces come with the problem. */
export const forms = {
  mail_address: 'an e-mail address',
  mail_or_link: 'a mail address or an https link',
  one_line: 'one line of text',
  name: 'a text of at most 100 characters',
  latin_name: 'latin letters, digits, spaces and hyphens',
  country: 'a country code of two letters',
  language_tag: 'a language tag such as de or en-GB',
  time_zone: 'a time zone such as Europe/Berlin',
  time_of_day: 'a time such as 08:30',
  token_category: '64 hexadecimal digits',
  chat: 'the id of a chat, such as -1001234567890',
  bot_token: 'the token of a bot',
  list_of_objects: 'JSON: a list of at most {most} objects',
  list_of_texts: 'a list of texts',
  place: 'the `next` of the page before',
  words: '{count} words with commas',
  mark: 'the mark of the list that you saw: quarantine show has it',
  listed_address: 'an address (it is {reason})',
  list: 'a list: {why}',
  short_list:
    'so short that your lists have at most {most} addresses; longer ones are for CHAINTILL_RISK_LISTS',
  quoted_amount: 'a decimal amount in quotes, such as "1000"',
  true: 'true',
  last_rule: 'a list whose last rule has no "when": it decides the rest',
  only_last_rule: 'the last one, as it has no "when"',
  verdict: '"allow", "refuse" or {"hold": n} with n from 0 to {most}',
} as const satisfies Readonly<Record<string, string>>;

export type FormCode = keyof typeof forms;
