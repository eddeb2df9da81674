// The policies: what texts may not say, must say, and how long they may be; by marketplace and application.
import { Group, NativeSelect, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Policy } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { useMayWrite } from '../../api/use-session.tsx';
import { Failed } from '../../feedback/index.ts';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { KeyButton } from '../../keyboard/key-button.tsx';
import { later } from '../../page/index.ts';
import { applicationsQuery, marketplacesQuery } from '../../reference/reference.queries.ts';
import { List } from '../../table/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { policySearchOf, type PolicySearch } from '../settings-search.rules.ts';
import { policiesQuery, useDeletePolicy, useSavePolicy } from './policies.queries.ts';
import { usePolicyColumns, type PolicyActions } from './policy-columns.tsx';

const Confirm = later(() => import('../../form/confirm.tsx'));
const PolicyForm = later(() => import('./policy-form.tsx'));

const route = getRouteApi('/framed/settings/policies');

export default function PoliciesPage(): ReactNode {
  const { t } = useTranslation('settings');
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useMayWrite();
  const create = mayWrite && (
    <KeyButton press="n" text={t('policies.new')} onPress={() => setCreating(true)} />
  );
  const place = route.useSearch();
  return (
    <SettingsPage name="policies" actions={create}>
      <Text c="dimmed" maw={720}>
        {t('policies.about')}
      </Text>
      <PlaceFilters place={place} />
      <Policies place={place} />
      {isCreating && <PolicyForm onClose={() => setCreating(false)} />}
    </SettingsPage>
  );
}

function PlaceFilters({ place }: { place: PolicySearch }): ReactNode {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const nameOf = useApplicationName();
  const { data: marketplaces = [] } = useQuery(marketplacesQuery);
  const { data: applications = [] } = useQuery(applicationsQuery);
  const all = { value: '', label: t('policies.all') };
  const filter = (name: keyof PolicySearch) => ({
    value: place[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      void navigate({
        to: '/settings/policies',
        search: policySearchOf({ ...place, [name]: currentTarget.value }),
        replace: true,
      }),
  });
  return (
    <Group gap="sm">
      <NativeSelect
        label={t('policies.fields.marketplace')}
        data={[all, ...marketplaces.map(({ code }) => ({ value: code, label: code }))]}
        {...filter('marketplace')}
      />
      <NativeSelect
        label={t('policies.fields.application')}
        data={[all, ...applications.map((one) => ({ value: one.id, label: nameOf(one) }))]}
        {...filter('applicationId')}
      />
    </Group>
  );
}

function Policies({ place }: { place: PolicySearch }): ReactNode {
  const { t } = useTranslation('settings');
  const [edited, setEdited] = useState<Policy>();
  const [doomed, setDoomed] = useState<Policy>();
  const remove = useDeletePolicy();
  const { mutate: save, error } = useSavePolicy(undefined);
  const actions = useMemo(
    () => ({
      onEdit: setEdited,
      onDelete: setDoomed,
      onSoften: ({ id }: Policy) => save({ body: { severity: 'warning', softens: id }, key: newKey() }),
    }),
    [save],
  );
  const close = (): void => {
    setDoomed(undefined);
    remove.reset();
  };
  return (
    <>
      {error && <Failed error={error} />}
      {[false, true].map((isBuiltIn) => (
        <Rows key={String(isBuiltIn)} place={place} isBuiltIn={isBuiltIn} actions={actions} />
      ))}
      {edited && <PolicyForm policy={edited} onClose={() => setEdited(undefined)} />}
      {doomed && (
        <Confirm
          title={t('policies.deleteTitle')}
          text={t('policies.deleteText')}
          action={t('policies.delete')}
          doing={remove}
          onConfirm={() => remove.mutate(doomed, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}

interface RowsProps {
  place: PolicySearch;
  isBuiltIn: boolean;
  actions: PolicyActions;
}

function Rows({ place, isBuiltIn, actions }: RowsProps): ReactNode {
  const { t } = useTranslation('settings');
  const title = t(isBuiltIn ? 'policies.builtIn' : 'policies.own');
  return (
    <div>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <List
        key={JSON.stringify(place)}
        query={useInfiniteQuery(policiesQuery(place, isBuiltIn))}
        label={title}
        columns={usePolicyColumns(isBuiltIn, actions)}
        idOf={({ id }) => id}
        empty={t('policies.none')}
      />
    </div>
  );
}
