import density from '@sitwell/office-ui/density.module.css'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useEffect, useRef, useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { ChoosePeopleFile } from './choose-people-file.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { FileReading } from './file-reading.tsx'
import { detailsOf } from './import-columns.ts'
import styles from './import-people.module.css'
import { PlannedRows } from './planned-rows.tsx'
import { type Done, type Imported, type ImportProblem, usePeopleImport } from './use-people-import.ts'

/** Why a file can't be imported, with its row if it is in one. */
const problemText = (problem: ImportProblem, text: OfficeText): string => {
  const { name } = problem
  if (problem.is === 'too-large') return text('import.tooLarge', { name })
  const { failure } = problem
  if (failure.kind === 'unreachable' || failure.code !== 'INVALID_FILE') return failureText(failure, text)
  const [detail] = failure.details ?? []
  const reason = detail?.message ?? ''
  const row = /^row (\d+)$/.exec(detail?.path ?? '')?.[1]
  return row === undefined ? text('import.invalid', { name, reason }) : text('import.invalidRow', { name, row, reason })
}

const doneText = ({ import: { fileName: name, totals } }: Imported, text: OfficeText) =>
  text('import.done', { name, added: totals.new, changed: totals.changed, refused: totals.refused })

const Skipped = ({ skipped }: Pick<Imported, 'skipped'>) => {
  const { text } = useOffice()
  if (skipped.length === 0) return null
  return (
    <div className={styles.doubt}>
      <p>{text('import.skipped', { count: skipped.length })}</p>
      <ul>
        {skipped.map((row) => (
          <li key={row.row}>{[text('import.rowNumber', { row: row.row }), row.name, detailsOf(row, text)].join(' · ')}</li>
        ))}
      </ul>
    </div>
  )
}

/** The result of each row stays on screen after the import, beginning with the rows that were refused. */
const DoneRows = ({ done: { preview } }: { readonly done: Done }) => {
  const { text } = useOffice()
  const first = preview.totals.refused > 0 ? 'refused' : 'all'
  const ref = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone.
  useEffect(() => ref.current?.focus(), [])
  return (
    <>
      <h2 ref={ref} tabIndex={-1} className={styles.title}>
        {text('import.rowsDone')}
      </h2>
      <PlannedRows key={preview.hash} caption={text('import.rowsDone')} preview={preview} first={first} />
    </>
  )
}

/** Imports people from a file: choose it, see what it would do, and only then do it. */
const ImportPeoplePage = () => {
  const { text } = useOffice()
  const { busy, name = '', preview, problem, isNewer, done, choose, readAs, apply } = usePeopleImport()
  const [isClosed, setClosed] = useState(false)
  const acting = preview === undefined ? 0 : preview.totals.new + preview.totals.changed
  const isReady = preview !== undefined && preview.wrongColumns === undefined
  return (
    <OfficePage title={text('import.heading')} above={<OfficeLink to="/people">{text('people.back')}</OfficeLink>}>
      <div className={classNames(density.compact, styles.page)}>
        <p className={styles.explain}>{text('import.explain')}</p>
        <div className={styles.apply}>
          <ChoosePeopleFile
            isFirst={preview === undefined}
            isDisabled={busy === 'importing'}
            onFile={(file) => {
              setClosed(false)
              void choose(file)
            }}
          />
          <span role="status" className={styles.quiet}>
            {busy === 'reading' ? text('import.reading', { name }) : ''}
          </span>
        </div>
        <div role="alert">
          {problem !== undefined && <p className={styles.problem}>{problemText(problem, text)}</p>}
          {isNewer && <p className={styles.problem}>{text('import.changedMeanwhile')}</p>}
        </div>
        <Notice onClose={() => setClosed(true)}>{done && !isClosed ? doneText(done, text) : undefined}</Notice>
        {done && <Skipped skipped={done.skipped} />}
        {done && <DoneRows key={done.import.id} done={done} />}
        {preview !== undefined && <FileReading name={name} preview={preview} onChange={readAs} />}
        {isReady && (
          <>
            <h2 className={styles.title}>{text('import.rows')}</h2>
            {preview.totals.refused > 0 && (
              <p className={styles.explain}>{text('import.refusedStay', { count: preview.totals.refused })}</p>
            )}
            <div className={styles.apply}>
              {acting > 0 ? (
                <Button
                  className={density.press}
                  variant="primary"
                  isPending={busy === 'importing'}
                  isDisabled={busy !== undefined}
                  onPress={() => void apply()}
                >
                  {busy === 'importing' ? text('import.importing') : text('import.apply', { count: acting })}
                </Button>
              ) : (
                <p>{text('import.nothingToDo')}</p>
              )}
            </div>
            <PlannedRows key={preview.hash} caption={text('import.rows')} preview={preview} isBusy={busy === 'reading'} />
          </>
        )}
        <EarlierImports />
      </div>
    </OfficePage>
  )
}

export default ImportPeoplePage
