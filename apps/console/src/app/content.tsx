// The place of the page.
import { Outlet, useLocation } from '@tanstack/react-router';
import { useMayWrite } from '../api/use-session.tsx';
import { DeadEnd } from './dead-end.tsx';

/** The page. People who may only view see a refusal in place of the forms that create something, whose paths end in `/new`. */
export function Content() {
  const isNew = useLocation({ select: ({ pathname }) => pathname.endsWith('/new') });
  const mayWrite = useMayWrite();
  return isNew && !mayWrite ? <DeadEnd why="notAllowed" /> : <Outlet />;
}
