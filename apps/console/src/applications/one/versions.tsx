// The versions of an application, and the differences of two of them. What is compared stands in the address.
import { Group, NativeSelect, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { present } from '../../api/present.rules.ts';
import { Ago } from '../../language/ago.tsx';
import { Failed, Unread } from '../../feedback/index.ts';
import { changedTexts } from '../../form/record/versions.rules.ts';
import { later } from '../../page/index.ts';
import { ShowMore, useMore } from '../../table/more.tsx';
import { applicationQuery } from '../../reference/records.queries.ts';
import { versionsQuery } from '../applications.queries.ts';
import classes from '../applications.module.css';
import { definitionOf, PARTS, partTexts } from '../definition.rules.ts';

const route = getRouteApi('/framed/applications/$id');
const DifferentText = later(() => import('../../text-display/different-text.tsx'));

interface VersionsProps {
  latest: Application;
  /** The version that is shown. */
  shown: Application;
}

export function Versions({ latest, shown }: VersionsProps): ReactNode {
  const { t } = useTranslation('applications');
  const list = useInfiniteQuery(versionsQuery(latest.id));
  const more = useMore(list);
  return (
    <section className={classes.section} aria-label={t('versions.title')}>
      <Title order={2}>{t('versions.title')}</Title>
      <Text size="sm" c="dimmed">
        {t('versions.help')}
      </Text>
      <Unread query={list} rows={2} />
      <ul className={classes.versions}>
        {list.data?.map((one) => (
          <li key={one.version}>
            <Link
              to="/applications/$id"
              params={{ id: one.id }}
              search={present({ version: one.version === latest.version ? undefined : one.version })}
              aria-current={one.version === shown.version}
            >
              {t('one.version', { version: one.version })}
            </Link>
            <Text component="span" c="dimmed">
              <Ago moment={one.updatedAt} />
            </Text>
          </li>
        ))}
      </ul>
      {more && <ShowMore more={more} />}
      {latest.version > 1 && <Comparison latest={latest} shown={shown} />}
    </section>
  );
}

/** Chooses the version that the shown one is compared with, and shows what differs. */
function Comparison({ latest, shown }: VersionsProps): ReactNode {
  const { t } = useTranslation('applications');
  const search = route.useSearch();
  const navigate = useNavigate();
  const { id } = latest;
  const other = useQuery({ ...applicationQuery(id, search.with), enabled: search.with !== undefined });
  const choices = Array.from({ length: latest.version }, (_, i) => latest.version - i);
  const choose = (version: number | undefined): void =>
    void navigate({
      to: '/applications/$id',
      params: { id },
      search: present({ version: search.version, with: version }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Group>
        <NativeSelect
          label={t('versions.compare', { version: shown.version })}
          data={[
            { value: '', label: t('versions.nothing') },
            ...choices
              .filter((version) => version !== shown.version)
              .map((version) => ({ value: String(version), label: t('one.version', { version }) })),
          ]}
          value={search.with ?? ''}
          onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : Number(value))}
        />
      </Group>
      {other.error && <Failed error={other.error} onRetry={() => void other.refetch()} />}
      {search.with !== undefined && other.data && <Differences one={shown} other={other.data} />}
    </>
  );
}

/** What differs, from the earlier version to the later one. */
function Differences({ one, other }: { one: Application; other: Application }): ReactNode {
  const { t } = useTranslation('applications');
  const [before, after] = one.version < other.version ? [one, other] : [other, one];
  const old = partTexts(definitionOf(before));
  const now = partTexts(definitionOf(after));
  const changed = new Set(changedTexts(old, now));
  return (
    <section aria-label={t('versions.differences', { before: before.version, after: after.version })}>
      <Title order={3}>{t('versions.differences', { before: before.version, after: after.version })}</Title>
      {changed.size === 0 && <Text>{t('versions.same')}</Text>}
      {PARTS.filter((part) => changed.has(part)).map((part) => (
        <div key={part}>
          <Text fw={600} mt="sm">
            {t(`parts.${part}`)}
          </Text>
          <DifferentText before={old[part]} after={now[part]} />
        </div>
      ))}
    </section>
  );
}
