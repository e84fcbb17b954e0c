import { useMemo, useState } from 'preact/hooks';
import { fileAddress } from '../../address.ts';
import { useAnswer } from '../ask.ts';
import { Answered, Empty } from '../parts/states.tsx';
import { counted, percent } from '../parts/words.ts';

/** Files that are listed at once. */
const FILES_PER_LIST = 500;

/** All files of HEAD, with the agents' share of each. */
export function FileList() {
  const asked = useAnswer({ kind: 'tree' });
  const [filter, setFilter] = useState('');
  return (
    <>
      <h1>Files</h1>
      <Answered asked={asked} what="the files of HEAD">
        {({ files }) =>
          files.length === 0 ? (
            <Empty title="There is no commit here yet.">
              <p>Commit something, then this page shows it.</p>
            </Empty>
          ) : (
            <>
              <label class="filter">
                Filter <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
              </label>
              <Table files={files} filter={filter} />
            </>
          )
        }
      </Answered>
    </>
  );
}

type Files = readonly {
  readonly path: string;
  readonly agent: number;
  readonly human: number;
  readonly unknown: number;
  readonly none: number;
  readonly failed: number;
}[];

function Table({ files, filter }: { readonly files: Files; readonly filter: string }) {
  const found = useMemo(() => {
    const lower = filter.toLowerCase();
    return files.filter(({ path }) => path.toLowerCase().includes(lower));
  }, [files, filter]);
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" class="num">
              Lines
            </th>
            <th scope="col" class="num">
              Agents
            </th>
            <th scope="col" class="num extra">
              Never checked
            </th>
            <th scope="col" class="num">
              Failed
            </th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, FILES_PER_LIST).map((file) => (
            <tr key={file.path}>
              <td>
                <a href={`#${fileAddress(file.path)}`}>{file.path}</a>
              </td>
              <td class="num">{file.agent + file.human + file.unknown}</td>
              <td class="num">{percent(file.agent, file.agent + file.human + file.unknown)}</td>
              <td class="num extra">{file.none || ''}</td>
              <td class="num">{file.failed || ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length > FILES_PER_LIST && (
        <p class="quiet">and {counted(found.length - FILES_PER_LIST, 'more file')}: use the filter.</p>
      )}
      {found.length === 0 && <p class="quiet">No file has this in its name.</p>}
    </>
  );
}
