// Asks before something is done with many products, does it, and says how it went.
import { Button, Group, Progress, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bound } from '../../form/bound.rules.ts';
import { ShortForm } from '../../form/short-form.tsx';
import { Dialog } from '../../form/dialog.tsx';
import { numberOf } from '../../language/figures.rules.ts';
import { LeavingRun } from './leaving-run.tsx';
import { useBulk, type BulkKind, type BulkState } from './use-bulk.tsx';
import type { Chosen } from './use-selection.tsx';

export type { BulkKind };

interface BulkDialogProps {
  kind: BulkKind;
  /** It stays the same while the dialog is open. When more match by the time it begins, those are asked about anew. */
  chosen: Chosen;
  onClose: () => void;
  /** Called after products were deleted. */
  onDeleted: () => void;
}

export default function BulkDialog({ kind, chosen, onClose, onDeleted }: BulkDialogProps): ReactNode {
  const { t } = useTranslation('products');
  const { state, asked, start, stop } = useBulk(kind, chosen, onDeleted);
  const count = countOf(asked);
  const isMore = asked !== chosen || ('count' in chosen && !chosen.count.exact);
  const isRunning = state.step === 'run';
  const title = t(`bulk.${kind}Title`, { count });
  return (
    // Its cross stops the work first, and then closes the report of it.
    <Dialog title={title} onClose={isRunning ? stop : onClose} isKept={isRunning}>
      {isMore && <Text>{t('bulk.moreThan', { count: countOf(chosen) })}</Text>}
      {state.step === 'ask' && <Question kind={kind} tag={state.tag} onStart={start} onCancel={onClose} />}
      {state.step === 'run' && <Running state={state} onStop={stop} />}
      {state.step === 'end' && <Ended state={state} onClose={onClose} />}
      <LeavingRun isRunning={isRunning} onLeave={stop}>
        {title}
        <br />
        {isRunning && <HowFar state={state} />}
      </LeavingRun>
    </Dialog>
  );
}

const countOf = (chosen: Chosen): number =>
  'products' in chosen ? chosen.products.length : chosen.count.count;

interface QuestionProps {
  kind: BulkKind;
  /** The tag that was typed before. */
  tag: string;
  onStart: (tag: string) => void;
  onCancel: () => void;
}

function Question({ kind, tag, onStart, onCancel }: QuestionProps): ReactNode {
  const { t } = useTranslation('products');
  const [fields, setFields] = useState({ tag });
  const { text } = bound(fields, setFields);
  return (
    <ShortForm
      submit={t(`actions.${kind}`)}
      isSending={false}
      isChanged={fields.tag !== ''}
      onSubmit={() => onStart(fields.tag.trim())}
      onCancel={onCancel}
      focus={kind === 'tag' ? undefined : 'submit'}
    >
      {kind === 'tag' ? (
        <TextInput
          {...text('tag')}
          label={t('bulk.tagLabel')}
          maxLength={200}
          pattern=".*\S.*"
          required
          data-autofocus
        />
      ) : (
        <Text>{t(`bulk.${kind}Text`)}</Text>
      )}
    </ShortForm>
  );
}

function useHowFar({ read, total, progress }: BulkState & { step: 'run' }) {
  const { t } = useTranslation('products');
  const done = progress.done + progress.failed.length;
  const text = total === undefined ? t('bulk.reading', { count: read }) : t('bulk.progress', { done, total });
  return { text, percent: total ? (done / total) * 100 : 0 };
}

const HowFar = ({ state }: { state: BulkState & { step: 'run' } }): ReactNode => useHowFar(state).text;

function Running({ state, onStop }: { state: BulkState & { step: 'run' }; onStop: () => void }): ReactNode {
  const { t } = useTranslation('products');
  const { text, percent } = useHowFar(state);
  return (
    <>
      <Progress value={percent} aria-label={text} />
      <Group justify="space-between">
        <Text role="status">{text}</Text>
        <Button variant="default" onClick={onStop}>
          {t('bulk.stop')}
        </Button>
      </Group>
    </>
  );
}

function Ended({ state, onClose }: { state: BulkState & { step: 'end' }; onClose: () => void }): ReactNode {
  const { t, i18n } = useTranslation('products');
  const { total, imports, progress } = state;
  const { done, failed } = progress;
  const reasons = [...Map.groupBy(failed, ({ error }) => error.message)];
  const isStopped = done + failed.length < total;
  return (
    <>
      <Text role="status">
        {isStopped
          ? t('bulk.stopped', { done, total })
          : total === 0
            ? t('bulk.nothing')
            : t('bulk.ended', { count: done })}
      </Text>
      {failed.length > 0 && (
        <div role="alert">
          {t('bulk.failed', { count: failed.length })}
          <ul>
            {reasons.map(([reason, those]) => (
              <li key={reason}>
                {reason} ({numberOf(those.length, i18n.language)})
              </li>
            ))}
          </ul>
        </div>
      )}
      <Imports imports={imports} />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('bulk.close')}
        </Button>
      </Group>
    </>
  );
}

/** The imports that were begun, each with its page. */
function Imports({ imports }: Pick<BulkState & { step: 'end' }, 'imports'>): ReactNode {
  const { t } = useTranslation('products');
  if (imports.length === 0) return null;
  return (
    <div>
      {t('bulk.imports')}
      <ul>
        {imports.map(({ id, marketplace, count }) => (
          <li key={id}>
            <Link to="/imports/$id" params={{ id }}>
              {t('bulk.import', { count, marketplace })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
