// What validate-answers.ts found and report-answers.ts has not reported yet. In a file of its own because most tests
// send no API requests.
export const violations: string[] = [];
