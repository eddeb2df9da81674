// What a person decides about a result: accept it, reject it, change it, or have it written again.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document, Generation, Product } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { later } from '../../page/index.ts';
import { useDecision, useUndo, type Choice, type Taken } from './use-decision.tsx';
import type { Target } from './product-text.rules.ts';
import { Refused } from './refused.tsx';
import { useWriteAgain } from '../one/use-write-again.tsx';

// Loaded for results that go into documents.
const DocumentChoice = later(() => import('./document-choice.tsx'));
const Rejecting = later(() => import('./rejecting.tsx'));

interface DecisionProps {
  generation: Generation;
  /** The product as the page shows it. */
  product: Product | undefined;
  /** The field of the product that an accepted text becomes; undefined when it becomes a document. */
  target: Target | undefined;
  choice: Choice;
  hasKeys: boolean;
  onEdit: () => void;
  /** The result has been accepted, so it is not edited any more. */
  onDecided: () => void;
  review: ReviewSteps | undefined;
}

/** What a queue does after a decision; without one, the page stays. */
export interface ReviewSteps {
  /** `taken` is absent when it cannot be taken back; `isDone` is false while parts are left to decide about. */
  onAccepted: (taken: Taken | undefined, isDone: boolean) => void;
  onRejected: () => void;
}

export function Decision({
  generation,
  product,
  target,
  choice,
  hasKeys,
  onEdit,
  onDecided,
  review,
}: DecisionProps) {
  const { t } = useTranslation('generations');
  const [taken, setTaken] = useState<Taken>();
  const { accept, reject, document, setDocument } = useDecision(generation, product, target, (made) => {
    setTaken(made);
    if (!made) return review?.onRejected();
    onDecided();
    review?.onAccepted(made, true);
  });
  const undo = useUndo(() => {
    setTaken(undefined);
    accept.reset();
  });
  const again = useWriteAgain(generation);
  const [isRejecting, { open, close }] = useDisclosure(false, { onOpen: reject.reset });
  // A draft was refused already, and taken as a person's own version alone.
  const isDraft = generation.status === 'FAILED';
  const isBusy = accept.isPending || reject.isPending || undo.isPending || again.isPending;
  const isConflict = hasCode(accept.error, 'VersionMismatch');
  const refused = [!isConflict && accept.error, !isRejecting && reject.error, undo.error, again.error].filter(
    (error) => !!error,
  );

  const decide = (): void => accept.mutate(choice);
  const word = t(`actions.${acceptWord(isConflict, target, document, review)}`);
  const isEdited = choice.result !== undefined;
  useDecisionKeys({ hasKeys, isBusy, isEdited }, word, {
    a: (!isDraft || isEdited) && decide,
    r: !isDraft && open,
    e: !isEdited && onEdit,
    d: isEdited && onEdit,
    w: !isDraft && !isEdited && (() => again.mutate()),
  });

  return (
    <Stack gap="sm">
      {isConflict && <Alert role="alert">{t(target ? 'decide.conflict' : 'decide.documentConflict')}</Alert>}
      {refused.map((error) => (
        <Refused key={error.message} error={error} />
      ))}
      {isDraft && !isEdited && <Text size="sm">{t('decide.draft')}</Text>}
      {!target && <DocumentChoice value={document} onChange={setDocument} />}
      <DecisionButtons
        isBusy={isBusy}
        isDraft={isDraft}
        isEdited={isEdited}
        acceptWord={word}
        hasKeys={hasKeys}
        onReject={open}
        onEdit={onEdit}
        onAgain={() => again.mutate()}
        onAccept={decide}
      />
      <Decided generation={generation}>
        {taken && !isDraft && (
          <Button variant="default" size="xs" loading={undo.isPending} onClick={() => undo.mutate(taken)}>
            {t('decide.undo')}
          </Button>
        )}
      </Decided>
      {isRejecting && (
        <Rejecting
          doing={reject}
          onClose={close}
          onReject={(reason) => reject.mutate(reason, { onSuccess: close })}
        />
      )}
    </Stack>
  );
}

/** A key that is held down decides once, and not while something is decided already. */
function useDecisionKeys(
  { hasKeys, isBusy, isEdited }: Record<'hasKeys' | 'isBusy' | 'isEdited', boolean>,
  acceptWord: string,
  on: Record<'a' | 'r' | 'e' | 'd' | 'w', (() => void) | false>,
): void {
  const { t } = useTranslation('generations');
  const key = (does: string, act: (() => void) | false) =>
    hasKeys && act && { does, act: ({ repeat }: KeyboardEvent) => void (!repeat && !isBusy && act()) };
  const accept = key(acceptWord, on.a);
  useKeys({
    a: accept,
    'Ctrl+Enter': isEdited && accept, // in the field, too
    r: key(t('actions.reject'), on.r),
    e: key(t('actions.edit'), on.e),
    d: key(t('actions.discard'), on.d),
    w: key(t('actions.again'), on.w),
  });
}

/** What the button says that accepts. */
function acceptWord(
  isConflict: boolean,
  target: Target | undefined,
  document: Document | undefined,
  review: ReviewSteps | undefined,
): 'accept' | 'acceptAndNext' | 'acceptAnyway' | 'acceptAsDocument' | 'acceptIntoDocument' {
  if (isConflict) return 'acceptAnyway';
  if (!target) return document ? 'acceptIntoDocument' : 'acceptAsDocument';
  return review ? 'acceptAndNext' : 'accept';
}

interface DecisionButtonsProps {
  isBusy: boolean;
  isDraft: boolean;
  isEdited: boolean;
  acceptWord: string;
  hasKeys: boolean;
  onReject: () => void;
  onEdit: () => void;
  onAgain: () => void;
  onAccept: () => void;
}

function DecisionButtons({ isBusy, isDraft, isEdited, acceptWord, hasKeys, ...on }: DecisionButtonsProps) {
  const { t } = useTranslation('generations');
  const hintOf = useKeyHint();
  const hint = (key: string) => hasKeys && hintOf(key);
  return (
    <Group gap="sm">
      {!isDraft && (
        <Button variant="default" disabled={isBusy} {...hint('r')} onClick={on.onReject}>
          {t('actions.reject')}
        </Button>
      )}
      <Button variant="default" disabled={isBusy} {...hint(isEdited ? 'd' : 'e')} onClick={on.onEdit}>
        {isEdited ? t('actions.discard') : t('actions.edit')}
      </Button>
      {!isDraft && !isEdited && (
        <Button variant="default" disabled={isBusy} {...hint('w')} onClick={on.onAgain}>
          {t('actions.again')}
        </Button>
      )}
      <Button loading={isBusy} disabled={isDraft && !isEdited} {...hint('a')} onClick={on.onAccept}>
        {acceptWord}
      </Button>
    </Group>
  );
}

/** What was decided, and where the text went. */
export function Decided({ generation, children }: { generation: Generation; children: React.ReactNode }) {
  const { t } = useTranslation('generations');
  const { review } = generation;
  const isWritten = review?.state === 'ACCEPTED' && review.to !== undefined;
  return (
    <Group gap="sm" role="status">
      {isWritten && review.to === 'product' && (
        <>
          <Text>{t('decide.onProduct')}</Text>
          <Anchor component={Link} to={`/products/${review.id}`}>
            {t('decide.toProduct')}
          </Anchor>
        </>
      )}
      {isWritten && review.to === 'document' && (
        <>
          <Text>{t('decide.inDocument')}</Text>
          <Anchor component={Link} to={`/documents/${review.id}`}>
            {t('decide.toDocument')}
          </Anchor>
        </>
      )}
      {review?.state === 'REJECTED' && (
        <Text>
          {t('decide.rejected')} {review.reason && <bdi>{review.reason}</bdi>}
        </Text>
      )}
      {children}
    </Group>
  );
}
