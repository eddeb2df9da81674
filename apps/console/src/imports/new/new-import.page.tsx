// A new import: identifiers that are pasted, or read from a file.
import { Button, Checkbox, FileButton, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState, type DragEvent, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Marketplace } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { useWorkspace } from '../../api/use-session.tsx';
import { NewPage } from '../../page/index.ts';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { Leaving } from '../../form/leaving.tsx';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { regionOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { marketplacesQuery } from '../../reference/reference.queries.ts';
import { Failed } from '../../feedback/index.ts';
import { splitIntoImports, readAsins } from './asins.rules.ts';
import { useCreateImports } from '../imports.queries.ts';
import { FileColumnChoice, ReadingSummary, useImportText } from './reading.tsx';

export default function NewImportPage() {
  const { t } = useTranslation('imports');
  const navigate = useNavigate();
  const { draft, type, take, read } = useImportText();
  const { text } = draft;
  const [marketplace, setMarketplace] = useState<Marketplace>(useWorkspace()?.marketplace ?? 'US');
  const [refresh, setRefresh] = useState(false);
  const reading = useMemo(() => readAsins(text), [text]);
  const shown = useDeferredValue(reading);
  const hasSource = useHasSource(marketplace);
  const create = useCreateImports();
  // The same for all tries of the same import, so that a second one makes nothing twice.
  const key = useMemo(newKey, [text, marketplace, refresh]);
  const isDone = useRef(false);
  const isLost = (): boolean => !isDone.current && text.trim() !== '';
  const hint = useKeyHint();

  const isReady = reading.asins.length > 0 && hasSource && !create.isPending;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    create.mutate(
      { asins: reading.asins, marketplace, refresh, key },
      {
        onSuccess: ([id = '', ...others]) => {
          isDone.current = true;
          void navigate(others.length > 0 ? { to: '/imports' } : { to: '/imports/$id', params: { id } });
        },
      },
    );
  };
  const onDrop = (event: DragEvent): void => {
    const dropped = event.dataTransfer.files[0];
    if (!dropped) return;
    event.preventDefault();
    read(dropped);
  };

  const parts = splitIntoImports(reading.asins).length;
  return (
    <NewPage area="imports" maw={720}>
      <form onSubmit={submit} onKeyDown={submitByKey} onDragOver={allowFiles} onDrop={onDrop}>
        <Stack gap="lg">
          {create.error && <Failed error={create.error} />}
          <MarketplaceChoice value={marketplace} onChange={setMarketplace} hasSource={hasSource} />
          <Checkbox
            label={t('form.refresh')}
            description={t('form.refreshHint')}
            checked={refresh}
            onChange={(event) => setRefresh(event.currentTarget.checked)}
          />
          <Textarea
            label={t('form.asins')}
            description={t('form.asinsHint')}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            rows={8}
            spellCheck={false}
            autoFocus
          />
          <FileColumnChoice draft={draft} take={take} />
          <ReadingSummary reading={shown} />
          <Group>
            <Button
              type="submit"
              disabled={!isReady && !create.isPending}
              loading={create.isPending}
              {...hint('Ctrl+Enter')}
            >
              {parts > 1 ? t('form.submitMany', { count: parts }) : t('form.submit')}
            </Button>
            <FileChoice onChoose={read} />
          </Group>
        </Stack>
        <Leaving isChanged={isLost} />
      </form>
    </NewPage>
  );
}

/** Without it, the browser would leave the page and show a file that is dropped. */
function allowFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
}

function FileChoice({ onChoose }: { onChoose: (file: File) => void }) {
  const { t } = useTranslation('imports');
  const reset = useRef<() => void>(null);
  const choose = (file: File | null): void => {
    if (file) onChoose(file);
    // The browser tells nothing of a file that is chosen again, although it may have been corrected meanwhile.
    reset.current?.();
  };
  return (
    <FileButton onChange={choose} resetRef={reset} accept=".csv,.txt,.tsv,text/*">
      {(props) => (
        <Button variant="default" {...props}>
          {t('form.file')}
        </Button>
      )}
    </FileButton>
  );
}

interface MarketplaceChoiceProps {
  value: Marketplace;
  onChange: (code: Marketplace) => void;
  hasSource: boolean;
}

function MarketplaceChoice({ value, onChange, hasSource }: MarketplaceChoiceProps) {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const { data = [] } = useQuery(marketplacesQuery);
  const codes = data.length > 0 ? data.map(({ code }) => code) : [value];
  return (
    <NativeSelect
      label={t('columns.marketplace')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Marketplace)}
      data={codes.map((code) => ({ value: code, label: `${regionOf(code, language)} (${code})` }))}
      error={hasSource ? undefined : t('form.noSource')}
    />
  );
}

/** False when it is known that nothing can be imported from a marketplace. */
function useHasSource(marketplace: Marketplace): boolean {
  const { data } = useQuery(marketplacesQuery);
  return data?.find(({ code }) => code === marketplace)?.supported ?? true;
}
