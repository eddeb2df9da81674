// The dialogs of a listing.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../form/dialog/confirm-change.tsx';
import { later } from '../../page/index.ts';
import type { Work } from './use-work.tsx';

const Rejecting = later(() => import('../result/rejecting.tsx'));

/** The dialogs: what is asked before a person's text is replaced, and why the listing is rejected. */
export function Questions({ work }: { work: Work }): ReactNode {
  const { t } = useTranslation('generations');
  const { question, setQuestion, isRejecting, rejecting, isByPerson, doing } = work;
  if (isRejecting) return <Rejecting doing={doing.reject} onClose={rejecting.close} onReject={work.reject} />;
  if (!question) return null;
  const { does, parts } = question;
  const named = parts.filter((part) => does !== 'accept' || isByPerson(part));
  return (
    <Confirm
      title={t(`listing.sure.${does}.title`)}
      text={t(`listing.sure.${does}.text`, {
        parts: named.map((part) => t(`listing.parts.${part}`)).join(', '),
      })}
      action={does === 'all' ? t('listing.rewrite') : t(`actions.${does}`)}
      doing={doing[does]}
      onConfirm={() => work.sure(question)}
      onClose={() => setQuestion(undefined)}
    />
  );
}
