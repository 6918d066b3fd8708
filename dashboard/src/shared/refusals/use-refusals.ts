// Texts of stored errors, loaded when first shown. The audit log and the request log do not store the values of a
// problem, so problems whose text needs them use the caller's fallback.
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
