import { visible } from '../visible-text.ts';
import { brief, openStatus } from '../parts/words.ts';
import { type Layout, NODE_HEIGHT, NODE_WIDTH } from './layout.ts';

const MARGIN = 20;
/** Pixels: browsers refuse larger images. */
const MAX_PIXELS = 12_000;
const NAMES = ['--paper', '--ink', '--quiet', '--edge', '--code', '--execution', '--knowledge', '--project'] as const;

const escaped = (text: string): string => visible(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** The whole graph as an SVG in the colours of the page. Every text of the record is escaped. */
export function svgOf({ nodes, edges, width, height }: Layout, title: string): string {
  const color = colorsNow();
  const lines = edges.map(
    ({ edge, path }) =>
      `<path d="${path}" fill="none" stroke="${color['--quiet']}" stroke-width="1"${openStatus(edge) ? ' stroke-dasharray="4 3"' : ''}/>`,
  );
  const boxes = nodes.map(({ node, x, y }) => {
    const edge = node.layer ? color[`--${node.layer}`] : color['--edge'];
    const status = openStatus(node);
    const words = status ? `${status}: ${node.summary}` : node.summary;
    const [left, top] = [x - NODE_WIDTH / 2, y - NODE_HEIGHT / 2];
    return `<g><title>${escaped(words)}</title><rect x="${left}" y="${top}" width="${NODE_WIDTH}" height="${NODE_HEIGHT}" rx="6" fill="${color['--paper']}" stroke="${edge}" stroke-width="2"/><text x="${left + 10}" y="${y + 4}" font-size="12" font-family="sans-serif" fill="${color['--ink']}">${escaped(brief(words, 26))}</text></g>`;
  });
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-MARGIN} ${-MARGIN} ${w} ${h}"><title>${escaped(title)}</title><rect x="${-MARGIN}" y="${-MARGIN}" width="${w}" height="${h}" fill="${color['--paper']}"/>${lines.join('')}${boxes.join('')}</svg>\n`;
}

/** The colours of the present scheme, as the browser computes them. */
function colorsNow(): Record<(typeof NAMES)[number], string> {
  const probe = document.body.appendChild(document.createElement('span'));
  const found = NAMES.map((name) => {
    probe.style.color = `var(${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(found) as Record<(typeof NAMES)[number], string>;
}

/** Draws an SVG into a PNG, smaller where it would be too large. */
export async function pngOf(svg: string, { width, height }: Layout): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve);
      image.addEventListener('error', () => reject(new Error('The graph could not be drawn.')));
      image.src = url;
    });
    const scale = Math.min(2, MAX_PIXELS / (width + 2 * MARGIN), MAX_PIXELS / (height + 2 * MARGIN));
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil((width + 2 * MARGIN) * scale);
    canvas.height = Math.ceil((height + 2 * MARGIN) * scale);
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The graph is too large for an image.'))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Saves a file as the browser saves downloads. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
