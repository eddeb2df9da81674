// What a person has chosen for a list, kept in this browser for each account.
import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../api/use-session.tsx';

/** What is kept under a name such as `products.views`, at first `usual`, and what changes it. */
export function useKept<T>(name: string, usual: T): [T, (value: T) => void] {
  const { account } = useSession();
  const [value, change] = useLocalStorage<T>({
    key: `shelfscribe.${name}.${account?.id}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  });
  return [value, change];
}
