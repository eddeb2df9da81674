// Facts about something: what each is called, and what it is.
import { Fragment, type ReactNode } from 'react';
import classes from './page.module.css';

/** Those without a value are left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className={classes.facts}>
      {of.map(
        ([name, value]) =>
          value !== undefined && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
