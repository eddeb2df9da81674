// Starts the console.
import './app/trusted.ts';
import './app/release.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/console.css';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { startTexts } from './language/language.state.ts';

await startTexts();
createRoot(document.getElementById('root')!).render(<Console />);
