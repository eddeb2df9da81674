// Why the API has refused what a person decided.
import { ApiError } from '#client';
import { Failed } from '../../feedback/index.ts';

/** A refusal: each finding of the check where there are several. */
export function Refused({ error }: { error: Error }) {
  const findings = error instanceof ApiError ? error.details : [];
  return (
    <>
      <Failed error={error} />
      {findings.length > 1 && (
        <ul>
          {findings.map(({ message }, index) => (
            <li key={index}>{message}</li>
          ))}
        </ul>
      )}
    </>
  );
}
