// Set-up of the tests on real servers: each gets a second try, because on a full machine a time may run out. The error of
// the first one is printed, and `npm test` names the tests that needed the second.
import.meta.jest.retryTimes(1, { logErrorsBeforeRetry: true });
