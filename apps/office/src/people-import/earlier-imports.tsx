import { officePeopleImports, type PeopleImport } from '@sitwell/contract'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import styles from './import-people.module.css'
import { UndoDialog } from './undo-dialog.tsx'

const stateOf = ({ isComplete, undoneAt }: PeopleImport) => {
  if (undoneAt !== undefined) return 'import.state.undone' as const
  return isComplete ? ('import.state.done' as const) : ('import.state.broken' as const)
}

const EarlierImport = ({ of, onUndo }: { readonly of: PeopleImport; onUndo(): void }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const { totals, fileName, by, at, undoUntil } = of
  return (
    <li>
      <div className={styles.what}>
        <p>{text('import.done', { name: fileName, added: totals.new, changed: totals.changed, refused: totals.refused })}</p>
        <p className={styles.samples}>
          {[
            moment(at),
            by,
            text(stateOf(of)),
            ...(undoUntil ? [text('import.undoUntil', { time: moment(undoUntil) })] : []),
          ].join(' · ')}
        </p>
      </div>
      {undoUntil !== undefined && totals.new + totals.changed > 0 && (
        <Button aria-label={text('import.undoOf', { name: fileName })} onPress={onUndo}>
          {text('import.undo')}
        </Button>
      )}
    </li>
  )
}

/** Lists earlier imports, each with a button that undoes it. */
export const EarlierImports = () => {
  const { api, text } = useOffice()
  const query = useQuery(officeQuery(api, officePeopleImports, {}))
  const [undoing, setUndoing] = useState<PeopleImport>()
  const [notice, setNotice] = useState<string>()
  const imports = query.data?.imports
  return (
    <Section title={text('import.earlier')}>
      <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      {query.isError && (
        <p role="alert" className={styles.problem}>
          <span>{text('import.loadFailed')}</span> <Button onPress={() => void query.refetch()}>{text('import.again')}</Button>
        </p>
      )}
      {imports?.length === 0 && <p className={styles.quiet}>{text('import.noEarlier')}</p>}
      {imports !== undefined && imports.length > 0 && (
        <ul className={styles.list}>
          {imports.map((one) => (
            <EarlierImport key={one.id} of={one} onUndo={() => setUndoing(one)} />
          ))}
        </ul>
      )}
      {undoing !== undefined && (
        <UndoDialog
          of={undoing}
          onClose={() => setUndoing(undefined)}
          onDone={() => {
            setNotice(text('import.undo.done', { name: undoing.fileName }))
            setUndoing(undefined)
          }}
        />
      )}
    </Section>
  )
}
