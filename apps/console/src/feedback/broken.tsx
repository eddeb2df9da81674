// What is shown in the place of a page that could not be loaded or drawn.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Says so, and begins the page anew: there may have been no connection, or another release since the page was opened. */
export function Broken() {
  const { t } = useTranslation('feedback');
  return (
    <Alert role="alert" icon={<IconAlertTriangle className="state-bad" />}>
      <Stack gap="sm" align="flex-start">
        <Text>{t('broken.text')}</Text>
        <Button variant="default" size="xs" onClick={() => location.reload()}>
          {t('broken.reload')}
        </Button>
      </Stack>
    </Alert>
  );
}
