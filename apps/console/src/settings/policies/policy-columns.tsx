// The columns of the table of policies.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Policy } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { EditActions } from '../../form/record/edit-actions.tsx';
import { useLanguage } from '../../language/use-language.tsx';
import { columns, RowAction, type Column } from '../../table/index.ts';

/** So many phrases of a row are shown. */
const SHOWN = 6;

const column = columns<Policy>();

/** What can be done with a row. */
export interface PolicyActions {
  onEdit: (policy: Policy) => void;
  onDelete: (policy: Policy) => void;
  onSoften: (policy: Policy) => void;
}

/** The columns. Only built-in rows have a source. */
export function usePolicyColumns(isBuiltIn: boolean, actions: PolicyActions): Column<Policy>[] {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const mayWrite = useMayWrite();
  return useMemo(
    () => [
      column('rule', t('policies.columns.rule'), { size: 260, isName: true }, (policy) =>
        policy.message ? policy.message[language] : t('policies.softens', { id: policy.softens }),
      ),
      column('what', t('policies.columns.what'), { size: 300, isWide: true }, (policy) => (
        <What {...policy} />
      )),
      column('severity', t('policies.columns.severity'), { size: 120 }, ({ severity }) =>
        t(`policies.severities.${severity}`),
      ),
      column(
        'where',
        t('policies.columns.where'),
        { size: 180 },
        (policy) => whereOf(policy) || t('policies.everywhere'),
      ),
      ...(isBuiltIn
        ? [column('source', t('policies.columns.source'), { size: 240 }, (one) => <bdi>{one.source}</bdi>)]
        : []),
      ...(mayWrite
        ? [
            column('acts', t('columns.acts'), { size: 170 }, (policy) => (
              <Actions policy={policy} {...actions} />
            )),
          ]
        : []),
    ],
    [t, language, mayWrite, isBuiltIn, actions],
  );
}

/** Its words, or its length. */
function What({ phrases = [], limit }: Policy): ReactNode {
  const { t } = useTranslation('settings');
  if (!limit) return <bdi>{phrases.slice(0, SHOWN).join(', ') + (phrases.length > SHOWN ? ' …' : '')}</bdi>;
  const { unit, least, most } = limit;
  return [
    least !== undefined && t('policies.least', { count: least }),
    most !== undefined && t('policies.most', { count: most }),
  ]
    .filter(Boolean)
    .concat(t(`policies.units.${unit}`))
    .join(' ');
}

function whereOf({ marketplaces = [], languages = [], applications = [] }: Policy): string {
  return [...marketplaces, ...languages, ...applications].join(', ');
}

function Actions({ policy, onEdit, onDelete, onSoften }: PolicyActions & { policy: Policy }): ReactNode {
  const { t } = useTranslation('settings');
  const id = policy.phrases?.[0] ?? policy.id;
  if (policy.builtIn)
    return policy.mayBeSoftened && policy.severity === 'hard' ? (
      <RowAction
        text={t('policies.soften')}
        label={t('policies.softenOne', { id })}
        onClick={() => onSoften(policy)}
      />
    ) : null;
  return (
    <EditActions
      name={id}
      onEdit={policy.rule ? () => onEdit(policy) : undefined}
      onDelete={() => onDelete(policy)}
    />
  );
}
