// Loaded by Node before Jest. Without it a run may hang, or go on with fewer processes than it has.

/** What the processes of jest-light-runner ask for when they begin, and what they get. */
const QUESTION = 'jest-light-runner-get-worker-data';
const ANSWER = 'jest-light-runner-worker-data';

// The runner (0.8.2) answers the first question to all processes, and no further one. A process that has not asked yet misses the
// answer and waits for ever. So it is kept here, and given when this process asks.
if (process.send) {
  let answer;
  process.on('message', (message) => {
    if (message?.type === ANSWER) answer = message;
  });
  const send = process.send.bind(process);
  process.send = (message, ...rest) =>
    message === QUESTION && answer ? process.emit('message', answer) : send(message, ...rest);
}
