// What is shown in the place of a page that could not be loaded or drawn.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { TriangleAlertIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Offers to reload: the connection may have been lost, or a new release may have replaced the files of the page. */
export function Broken() {
  const { t } = useTranslation('feedback');
  return (
    <Alert role="alert" icon={<TriangleAlertIcon className="state-bad" />}>
      <Stack gap="sm" align="flex-start">
        <Text>{t('broken.text')}</Text>
        <Button variant="default" size="xs" onClick={() => location.reload()}>
          {t('broken.reload')}
        </Button>
      </Stack>
    </Alert>
  );
}
