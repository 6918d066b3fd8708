// What was refused, in words, which are loaded when somebody looks at it. Neither the journal nor the log of requests keeps
// the values of a problem: what cannot be said without them is told as the caller has it.
import { useEffect, useState } from 'react';
import { loadRefusalMessages, problemText, refusalText } from './refusal-text.ts';

export function useRefusals() {
  const [, setIsLoaded] = useState(false);
  useEffect(() => {
    void loadRefusalMessages().then(() => setIsLoaded(true));
  }, []);
  return {
    error: (code: string, message = '') => refusalText({ code, message }),
    problem(target: string, code: string, message = code) {
      const text = problemText({ target, code, message });
      return text.includes('{') ? message : text;
    },
  };
}
