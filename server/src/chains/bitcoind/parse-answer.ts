// Reads a node's JSON without letting an amount pass through a float: every `value` and `feerate`, and
// a result that is a number, becomes text before JSON.parse sees it. Used by rpc.ts for all answers.
//
// Why not Number and toFixed(8): a double next to 2^26 coins is 1.5e-8 away from its neighbour, so two
// amounts can share one double from 67,108,864 coins on, and there are 84 million LTC.

/**
 * A `value`, `feerate` or `result` member that is a number. The pattern cannot match inside a string: there
 * the quote that closes the name would be written `\"`, and a backslash does not fit between `value` and `"`.
 */
const NUMERIC_VALUE = /"(value|feerate|result)"\s*:\s*(-?\d[\d.eE+-]*)/g;

/** The answer with each of these as the text the node wrote. Throws SyntaxError on anything but JSON. */
export function parseAnswer(text: string): unknown {
  return JSON.parse(text.replace(NUMERIC_VALUE, '"$1":"$2"'));
}
