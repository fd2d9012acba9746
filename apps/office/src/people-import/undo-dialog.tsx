import { officePeople, officePeopleImports, officeUndoPeopleImport, type PeopleImport, type ReplyOf } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import styles from './import-people.module.css'

type UndoneRow = ReplyOf<typeof officeUndoPeopleImport>['rows'][number]

/** People who are listed by name at most. */
const mostNamed = 50

const count = (rows: readonly UndoneRow[], is: UndoneRow['is']) => rows.filter((row) => row.is === is).length

const consequences = (rows: readonly UndoneRow[] | undefined, text: OfficeText): readonly string[] =>
  rows === undefined
    ? []
    : [
        text('import.undo.removed', { count: count(rows, 'removed') }),
        text('import.undo.reverted', { count: count(rows, 'reverted') }),
      ]

const Kept = ({ rows }: { readonly rows: readonly UndoneRow[] }) => {
  const { text } = useOffice()
  if (rows.length === 0) return null
  return (
    <>
      <p>{text('import.undo.kept', { count: rows.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <ul className={styles.kept} tabIndex={0}>
        {rows.slice(0, mostNamed).map(({ row, name, username, why = 'gone' }) => (
          <li key={row}>{text(`import.undo.${why}`, { name: `${name} (${username})`, row })}</li>
        ))}
        {rows.length > mostNamed && <li>{text('import.more', { count: rows.length - mostNamed })}</li>}
      </ul>
    </>
  )
}

/** Before an import is undone: what that does to whom, as the server would do it now. */
export const UndoDialog = ({ of, onDone, onClose }: { readonly of: PeopleImport; onDone(): void; onClose(): void }) => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const preview = useQuery({
    queryKey: [officeUndoPeopleImport.name, of.id],
    gcTime: 0,
    queryFn: async () => {
      const outcome = await api.call(officeUndoPeopleImport, { body: { id: of.id, apply: false } })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value.rows
    },
  })
  const failed = preview.error instanceof CallFailed ? failureText(preview.error.failure, text) : undefined
  const undo = async () => {
    setPending(true)
    const outcome = await api.call(officeUndoPeopleImport, { body: { id: of.id, apply: true } })
    setPending(false)
    if (!outcome.ok) return setProblem(failureText(outcome, text))
    for (const { name } of [officePeople, officePeopleImports]) void queries.invalidateQueries({ queryKey: [name] })
    onDone()
  }
  return (
    <ConfirmDialog
      title={text('import.undo.title', { name: of.fileName })}
      consequences={consequences(preview.data, text)}
      confirm={text('import.undo')}
      isDangerous
      isReady={preview.data !== undefined}
      isPending={isPending || preview.isPending}
      problem={problem ?? failed}
      onConfirm={() => void undo()}
      onClose={onClose}
    >
      <Kept rows={(preview.data ?? []).filter(({ is }) => is === 'kept')} />
    </ConfirmDialog>
  )
}
