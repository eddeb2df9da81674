// Takes a result off the page: to the clipboard, or as a file.
import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { CopyIcon, DownloadIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Generation } from '#client';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { saveFile } from '../../file/save-file.tsx';
import { textsOf } from '../../text-display/result-texts.rules.ts';
import { asCells, asCsv, asLines, type Result } from './results.rules.ts';

interface TakeAwayProps {
  generation: Generation;
  /** The texts as they stand on the page. */
  result: Result;
  hasKeys: boolean;
}

export function TakeAway({ generation, result, hasKeys }: TakeAwayProps) {
  const { t } = useTranslation('generations');
  const { copy, copied } = useClipboard();
  const { applicationId, environment } = generation;
  const texts = textsOf(applicationId, result, environment.language);
  const hint = useKeyHint();
  useKeys({ c: hasKeys && { does: t('away.copy'), act: () => copy(asLines(texts)) } });
  const file = (ending: string, type: string, textOf: () => string) => (
    <Button
      variant="default"
      size="xs"
      leftSection={<DownloadIcon size={14} />}
      onClick={() => saveFile(new Blob([textOf()], { type }), `${generation.id}.${ending}`)}
    >
      {ending.toUpperCase()}
    </Button>
  );
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="xs"
        leftSection={<CopyIcon size={14} />}
        {...(hasKeys && hint('c'))}
        onClick={() => copy(asLines(texts))}
      >
        {copied ? t('away.copied') : t('away.copy')}
      </Button>
      {texts.length > 1 && (
        <Button variant="default" size="xs" onClick={() => copy(asCells(texts))}>
          {t('away.cells')}
        </Button>
      )}
      {file('json', 'application/json', () => JSON.stringify(generation, null, 2))}
      {file('csv', 'text/csv', () => asCsv(generation, result))}
    </Group>
  );
}
