// What an application consists of: instructions, inputs, result, settings.
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { entriesIn } from '../../form/entries.rules.ts';
import { fieldsOf } from '../../form/fields.rules.ts';
import { useInputWording } from '../../form/writing/use-input-wording.tsx';
import { SmallTable } from '../../table/small-table.tsx';
import { SafeText } from '../../text-display/safe-text.tsx';
import classes from '../applications.module.css';
import { rowsOf, type InputRow } from '../edit/input-rows.rules.ts';
import { CodeText, FoldedJson } from '../../text-display/code-text.tsx';
import { Facts } from '../../page/index.ts';

export function Definition({ application }: { application: Application }): ReactNode {
  const { t } = useTranslation(['applications', 'form']);
  const { builtIn, instructions, resultType, resultSchema, environment = {} } = application;
  const settings = Object.entries(environment);
  return (
    <>
      <section className={classes.section} aria-label={t('parts.instructions')}>
        <Title order={2}>{t('parts.instructions')}</Title>
        {builtIn ? (
          <Text c="dimmed">{t('one.builtInInstructions')}</Text>
        ) : (
          <CodeText label={t('one.template')}>
            <SafeText text={instructions ?? ''} />
          </CodeText>
        )}
      </section>
      <section className={classes.section}>
        <Title order={2}>{t('parts.inputs')}</Title>
        <Inputs application={application} />
        <FoldedJson label={t('inputs.schema')} value={application.inputSchema} />
      </section>
      <section className={classes.section} aria-label={t('parts.result')}>
        <Title order={2}>{t('parts.result')}</Title>
        <Text>
          {t(`results.${resultType}`)}: {t(`resultHelp.${resultType}`)}
        </Text>
        {resultSchema && <FoldedJson label={t('form.resultSchema')} value={resultSchema} />}
      </section>
      <section className={classes.section} aria-label={t('parts.settings')}>
        <Title order={2}>{t('parts.settings')}</Title>
        {settings.length === 0 && <Text c="dimmed">{t('one.noSettings')}</Text>}
        <Facts
          of={settings.map(([name, value]) => [
            t(`form:settings.${name as 'tone'}`, { count: 1 }),
            <bdi>{String(value)}</bdi>,
          ])}
        />
      </section>
    </>
  );
}

const COLUMNS = ['name', 'kind', 'required', 'limits', 'description'] as const;

function Inputs({ application }: { application: Application }): ReactNode {
  const { t } = useTranslation('applications');
  const wordingOf = useInputWording(application);
  const rows = rowsOf(application.inputSchema);
  const fields = fieldsOf(application.inputSchema);
  if (rows.length === 0) return <Text c="dimmed">{t('inputs.none')}</Text>;
  return (
    <SmallTable label={t('parts.inputs')} heads={COLUMNS.map((name) => t(`inputs.${name}`))}>
      {rows.map((row, i) => (
        <tr key={row.key}>
          <th scope="row">
            <code>{row.name}</code>
          </th>
          <td>{t(`kindsOfInput.${row.kind}`)}</td>
          <td>{row.isRequired && t('inputs.yes')}</td>
          <td>
            <LimitsOf row={row} />
          </td>
          <td>
            <bdi>{(fields[i] && wordingOf(fields[i])?.description) ?? row.description}</bdi>
          </td>
        </tr>
      ))}
    </SmallTable>
  );
}

function LimitsOf({ row: { kind, least, most, choices } }: { row: InputRow }): ReactNode {
  const { t } = useTranslation('applications');
  if (kind === 'choice') return <bdi>{entriesIn(choices).join(', ')}</bdi>;
  if (kind === 'text' && most !== undefined) return t('inputs.upToCharacters', { count: most });
  if (kind === 'words' && most !== undefined) return t('inputs.upToWords', { count: most });
  if (least !== undefined && most !== undefined) return t('inputs.between', { least, most });
  if (least !== undefined) return t('inputs.atLeast', { least });
  return most !== undefined && t('inputs.atMost', { most });
}
