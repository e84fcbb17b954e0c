import { render } from 'preact';
import { App } from './app.tsx';
import { openSource } from './source.ts';
import { guardTexts } from './visible-text.ts';

guardTexts();
const root = document.querySelector('#page')!;
openSource().then(
  (source) => render(<App source={source} />, root),
  (error: unknown) => void (root.textContent = `git prov: the page could not start: ${String(error)}`),
);
