import { ProvError } from '../../../../errors.ts';
import { define, json } from '../../command.ts';

export const command = define({
  usage: 'web [place]',
  about: 'Show the record in a browser; --export writes an HTML file',
  options: (c) =>
    c
      .positional('place', {
        type: 'string',
        describe: 'FILE, FILE:LINE, a commit, A..B, a session or a node; by default an overview',
      })
      .options({
        port: { type: 'number', describe: 'The port; by default any free one' },
        open: { type: 'boolean', default: true, describe: 'Open the browser (--no-open only prints the address)' },
        export: {
          type: 'string',
          describe: 'Write one file that needs no server, such as out.html',
        },
        json,
      }),
  run: async ({ place, port, open, export: file, json: data }, ctx) => {
    if (file !== undefined) {
      if (port !== undefined)
        throw new ProvError('usage', '--port does not apply to --export, which writes a file.', {
          hint: 'Leave it out.',
        });
      const { exportPage } = await import('../../../web/export/export.ts');
      return exportPage({ place, file, json: data }, ctx);
    }
    const { serve } = await import('../../../web/serve.ts');
    return serve({ place, port, open, json: data }, ctx);
  },
});
