// Goes to another page with the answer to a request.
import { useMatch, useNavigate, useRouter, type UseNavigateResult } from '@tanstack/react-router';

/**
 * `navigate` for what follows an answer. When the answer comes late, and the person has left the page that asked for it, they
 * stay where they are: they may be writing there.
 */
export function useGoOn(): UseNavigateResult<string> {
  const navigate = useNavigate();
  const router = useRouter();
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return (options) => (router.state.location.pathname === page ? navigate(options) : Promise.resolve());
}
