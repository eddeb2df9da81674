// The policies: what texts may not say, must say, and how long they may be; by marketplace, language and application.
import { Group, NativeSelect, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Policy } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { useMayWrite } from '../../api/use-session.tsx';
import { Failed } from '../../feedback/index.ts';
import { bound } from '../../form/bound.rules.ts';
import { ConfirmChange } from '../../form/dialog/confirm-change.tsx';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { useMarketplaceOptions } from '../../form/use-marketplace-options.tsx';
import { useApplicationOptions } from '../../form/writing/use-application-name.tsx';
import { useLanguage } from '../../language/use-language.tsx';
import { later } from '../../page/index.ts';
import { marketplacesQuery } from '../../reference/reference.queries.ts';
import { List } from '../../table/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { policySearchOf, type PolicySearch } from '../settings-search.rules.ts';
import { deletePolicy, POLICIES, policiesQuery, useSavePolicy } from './policies.queries.ts';
import { languageChoices } from './policy-languages.rules.ts';
import { usePolicyColumns, type PolicyActions } from './policy-columns.tsx';

const PolicyForm = later(() => import('./policy-form.tsx'));
const route = getRouteApi('/framed/settings/policies');

export default function PoliciesPage(): ReactNode {
  const { t } = useTranslation('settings');
  const create = useMayWrite() && (
    <DialogButton press="n" text={t('policies.new')} dialog={(close) => <PolicyForm onClose={close} />} />
  );
  const place = route.useSearch();
  return (
    <SettingsPage name="policies" about={t('policies.about')} actions={create}>
      <PlaceFilters place={place} />
      <Policies place={place} />
    </SettingsPage>
  );
}

function PlaceFilters({ place }: { place: PolicySearch }): ReactNode {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const marketplaces = useMarketplaceOptions();
  const languages = useLanguageOptions();
  const applications = useApplicationOptions();
  const all = { value: '', label: t('all') };
  const shown = { marketplace: '', language: '', applicationId: '', ...place };
  const { text } = bound(
    shown,
    (chosen) =>
      void navigate({ to: '/settings/policies', search: policySearchOf({ ...chosen }), replace: true }),
  );
  return (
    <Group gap="sm">
      <NativeSelect
        {...text('marketplace')}
        label={t('policies.fields.marketplace')}
        data={[all, ...marketplaces]}
      />
      <NativeSelect {...text('language')} label={t('policies.fields.language')} data={[all, ...languages]} />
      <NativeSelect
        {...text('applicationId')}
        label={t('policies.fields.application')}
        data={[all, ...applications]}
      />
    </Group>
  );
}

/** The languages as a choice; none until they are known. */
function useLanguageOptions(): { value: string; label: string }[] {
  const { data = [] } = useQuery(marketplacesQuery);
  return languageChoices(data, useLanguage());
}

function Policies({ place }: { place: PolicySearch }): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const [edited, setEdited] = useState<Policy>();
  const [doomed, setDoomed] = useState<Policy>();
  const { mutate: save, error } = useSavePolicy();
  const actions = useMemo(
    () => ({
      onEdit: setEdited,
      onDelete: setDoomed,
      onSoften: ({ id }: Policy) => save({ body: { severity: 'warning', softens: id }, key: newKey() }),
    }),
    [save],
  );
  return (
    <>
      {error && <Failed error={error} />}
      {[false, true].map((isBuiltIn) => (
        <Rows key={String(isBuiltIn)} place={place} isBuiltIn={isBuiltIn} actions={actions} />
      ))}
      {edited && <PolicyForm policy={edited} onClose={() => setEdited(undefined)} />}
      {doomed && (
        <ConfirmChange
          title={t('policies.deleteTitle')}
          text={t('policies.deleteText')}
          action={t('form:buttons.delete')}
          send={() => deletePolicy(doomed)}
          again={POLICIES}
          onClose={() => setDoomed(undefined)}
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
