// Set-up of the tests on real servers, for machines that are full. A test without a time of its own has 20 s, and each gets
// a second try: the error of the first one is printed, and `npm test` names the tests that needed the second.
const { jest } = import.meta;
jest.setTimeout(20_000);
jest.retryTimes(1, { logErrorsBeforeRetry: true });
