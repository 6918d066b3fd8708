// Texts of stored errors, loaded when first shown.
import { useEffect, useState } from 'react';
import { loadRefusalMessages, problemText, refusalText } from './refusal-text.ts';

export function useRefusals() {
  const [, setIsLoaded] = useState(false);
  useEffect(() => {
    void loadRefusalMessages().then(() => setIsLoaded(true));
  }, []);
  return {
    error: (code: string, message = '') => refusalText({ code, message }),
    problem: (target: string, code: string, message = code) =>
      problemText({ target, code, message }),
  };
}
