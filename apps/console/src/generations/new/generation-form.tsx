// The form of a new generation: what to write, for which product, with which inputs and settings.
import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Generation } from '#client';
import { keysByBody } from '../../api/new-key.client.ts';
import { Confirm } from '../../form/dialog/confirm-change.tsx';
import { Leaving } from '../../form/leaving.tsx';
import { ProductPicker } from '../../form/product-picker.tsx';
import { Refusal } from '../../form/refusal.tsx';
import { useWriting, useWritingErrors } from '../../form/writing/use-writing.tsx';
import { WritingFields } from '../../form/writing/writing-fields.tsx';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { DocumentSelect } from '../document-select.tsx';
import { createGeneration, keepGeneration } from '../generations.queries.ts';
import { useGoToGeneration } from '../one/use-write-again.tsx';
import { LISTING } from '../listing/listing.rules.ts';
import { MOST_MODELS, requestsOf, settingsOf, type Settings } from './generation-request.rules.ts';

interface GenerationFormProps {
  applications: readonly Application[];
  /** A generation whose inputs and settings to begin with. */
  former: Generation | undefined;
  applicationId: string | undefined;
  productId: string | undefined;
  /** What is asked before it is sent. */
  question?: string | undefined;
  /** False while it is folded. */
  hasKeys?: boolean;
}

export default function GenerationForm(props: GenerationFormProps) {
  const { applications, former, applicationId, productId, question, hasKeys = true } = props;
  const { t } = useTranslation('generations');
  const writing = useWriting<Settings>(applications, () => {
    if (former) return { settings: settingsOf(former), inputs: former.inputs };
    const first = { applicationId: applicationId ?? applications[0]?.id ?? '', models: [], environment: {} };
    return { settings: productId ? { ...first, productId } : first };
  });
  const { settings, entries, fields, faults, isChanged, keep, change } = writing;
  const [isTried, setTried] = useState(false);
  const [isAsking, { open, close }] = useDisclosure();
  const hint = useKeyHint();
  const create = useCreate(keep);
  const submit = (): void => {
    setTried(true);
    if (Object.keys(faults).length > 0 || create.isPending) return;
    if (question !== undefined && !isAsking) return open();
    create.mutate(requestsOf(settings, fields, entries), { onSettled: close });
  };
  const isListing = settings.applicationId === LISTING;
  const word = isListing
    ? t('listing.write')
    : t('new.submit', { count: Math.max(1, settings.models.length) });
  useKeys({ 'Ctrl+Enter': hasKeys && { does: word, act: submit } });
  const errors = useWritingErrors(writing, create.error, isTried);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Refusal error={create.error} running="/generations?status=RUNNING" />
        <WritingFields
          applications={applications}
          writing={writing}
          errors={errors}
          mostModels={isListing ? 1 : MOST_MODELS}
        >
          <ProductPicker
            value={settings.productId}
            error={errors.refused['inputs.productId']}
            onChange={(id) => change({ productId: id })}
          />
        </WritingFields>
        <DocumentSelect
          label={t('new.document')}
          description={t('new.documentHelp')}
          placeholder={t('new.none')}
          value={settings.documentId}
          error={errors.refused.documentId}
          onChange={(document) => change({ documentId: document?.id })}
        />
        <Group>
          <Button type="submit" loading={create.isPending} {...hint('Ctrl+Enter')}>
            {word}
          </Button>
        </Group>
      </Stack>
      <Leaving isChanged={() => isChanged && !create.isPending} />
      {isAsking && (
        <Confirm
          title={word}
          text={question ?? ''}
          action={word}
          doing={create}
          onConfirm={submit}
          onClose={close}
        />
      )}
    </form>
  );
}

/** Creates the generations and goes to them. What is sent again is made once. */
function useCreate(onDone: () => void) {
  const go = useGoToGeneration();
  const queries = useQueryClient();
  const [keyOf] = useState(keysByBody);
  return useMutation({
    mutationFn: (bodies: ReturnType<typeof requestsOf>) =>
      Promise.all(bodies.map((body) => createGeneration(body, keyOf(body)))),
    onSuccess: ([first, ...others]) => {
      onDone();
      if (!first) return undefined;
      for (const made of [first, ...others]) keepGeneration(queries, made);
      return go(first, others);
    },
  });
}
