// Tries a definition on a product before it is published: shows what a model would be sent. No model is called.
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationDefinition, Preview } from '#client';
import { present } from '../../api/present.rules.ts';
import { fieldsOf } from '../../form/fields.rules.ts';
import { ProductPicker } from '../../form/product-picker.tsx';
import { Failed } from '../../feedback/index.ts';
import { refusalsOf } from '../../form/refusal.tsx';
import { SchemaFields } from '../../form/schema-fields.tsx';
import { faultsOf, fieldOfTarget, inputsOf, type Entries } from '../../form/values.rules.ts';
import { costOf } from '../../language/figures.rules.ts';
import { CodeText } from '../../text-display/code-text.tsx';
import { previewApplication } from '../applications.queries.ts';

/** A definition is previewed in place of the application's own, so for a new one any application serves. */
const ANY = 'product-title';

interface TryItProps {
  /** Undefined for a new application. */
  applicationId: string | undefined;
  definition: ApplicationDefinition;
}

export default function TryIt({ applicationId = ANY, definition }: TryItProps): ReactNode {
  const { t } = useTranslation(['applications', 'form']);
  const [productId, setProductId] = useState<string>();
  const [entries, setEntries] = useState<Entries>({});
  const [isTried, setTried] = useState(false);
  const fields = fieldsOf(definition.inputSchema);
  const faults = Object.entries(faultsOf(fields, entries));
  const trying = useMutation({
    mutationFn: () =>
      previewApplication(
        applicationId,
        present({ definition, inputs: inputsOf(fields, entries), productId }),
      ),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (faults.length === 0 && !trying.isPending) trying.mutate();
  };
  const refused = refusalsOf(trying.error);
  const ofInputs = Object.entries(refused).map(([target, message]) => [
    fieldOfTarget(target, 'inputs') ?? '',
    message,
  ]);
  const missing = isTried ? faults.map(([name, fault]) => [name, t(`form:${fault}`)]) : [];
  const errors = Object.fromEntries([...ofInputs, ...missing]) as Record<string, string>;
  return (
    <Fieldset legend={t('try.title')}>
      <form onSubmit={submit} noValidate aria-label={t('try.title')}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('try.help')}
          </Text>
          <Stack gap="md" maw={720}>
            <ProductPicker value={productId} error={refused['inputs.productId']} onChange={setProductId} />
            <SchemaFields fields={fields} entries={entries} errors={errors} onChange={setEntries} />
          </Stack>
          <Group>
            <Button type="submit" variant="default" loading={trying.isPending}>
              {t('try.submit')}
            </Button>
          </Group>
          {trying.error && <Failed error={trying.error} />}
          {trying.data && <Messages preview={trying.data} />}
        </Stack>
      </form>
    </Fieldset>
  );
}

function Messages({ preview: { messages, estimate } }: { preview: Preview }): ReactNode {
  const { t, i18n } = useTranslation('applications');
  const { inputTokens, outputTokens } = estimate;
  const cost = costOf(estimate, t('unknown'), i18n.language);
  return (
    <section aria-label={t('try.messages')}>
      <Stack gap="sm">
        <Text role="status">
          {t('try.estimate', {
            input: inputTokens,
            output: outputTokens,
            cost,
          })}
        </Text>
        {messages.map(({ role, content }, i) => (
          <div key={i}>
            <Text fw={600}>{t(`try.roles.${role}`)}</Text>
            <CodeText label={`${t(`try.roles.${role}`)} ${i + 1}`}>{content}</CodeText>
          </div>
        ))}
      </Stack>
    </section>
  );
}
