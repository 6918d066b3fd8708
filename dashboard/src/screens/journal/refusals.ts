// What was refused, in words, which are loaded when somebody looks at a line. The journal keeps no values of a problem:
// what cannot be said without them is shown as its code.
import { useEffect, useState } from 'react';
import { loadRefusalWords, problemText, refusalText } from '../../shared/refusals/told.ts';

export function useRefusals() {
  const [, setIsLoaded] = useState(false);
  useEffect(() => {
    void loadRefusalWords().then(() => setIsLoaded(true));
  }, []);
  return {
    error: (code: string) => refusalText({ code, message: '' }),
    problem(target: string, code: string) {
      const text = problemText({ target, code, message: code });
      return text.includes('{') ? code : text;
    },
  };
}
