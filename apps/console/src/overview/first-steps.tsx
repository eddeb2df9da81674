// The three first steps, until all of them are done.
import { Group, Paper, Title } from '@mantine/core';
import { CircleIcon, CircleCheckIcon } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../api/use-session.tsx';
import { acceptedQuery, allProductsQuery, writtenQuery } from './overview.queries.ts';
import classes from './overview.module.css';
import { TextLink } from '../page/index.ts';

export function FirstSteps() {
  const { t } = useTranslation('overview');
  const mayWrite = useMayWrite();
  const { data: products } = useQuery(allProductsQuery);
  const { data: written } = useQuery(writtenQuery);
  const { data: accepted } = useQuery(acceptedQuery);
  if (!products || written === undefined || accepted === undefined) return null;
  const steps = [
    { name: 'import', isDone: products.count > 0, to: '/imports/new' },
    { name: 'write', isDone: written, to: '/generations/new' },
    { name: 'accept', isDone: accepted, to: '/review' },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="steps">
      <Title order={2} id="steps">
        {t('steps.title')}
      </Title>
      <ol className={classes.steps}>
        {steps.map(({ name, isDone, to }) => (
          <li key={name}>
            <Group gap="sm">
              {isDone ? (
                <CircleCheckIcon size={18} className="state-good" aria-hidden />
              ) : (
                <CircleIcon size={18} aria-hidden />
              )}
              {isDone || !mayWrite ? (
                <span>{t(`steps.${name}`)}</span>
              ) : (
                <TextLink to={to}>{t(`steps.${name}`)}</TextLink>
              )}
              {isDone && <span className={classes.note}>{t('steps.done')}</span>}
            </Group>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
