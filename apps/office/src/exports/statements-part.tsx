import { officePreviewStatements, officeStatements, type ReplyOf } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { Section } from '../people/section.tsx'
import styles from './exports.module.css'
import { problemText, takeExport } from './take-export.ts'

type Preview = ReplyOf<typeof officePreviewStatements>

const reasons = ['withheld', 'undecided', 'unmarked', 'erased'] as const

interface Asked {
  readonly deliveryID: string
  readonly set: number | 'now'
  /** By their numbers; undefined: everybody. */
  readonly people: readonly number[] | undefined
}

const bodyOf = ({ deliveryID, set, people }: Asked) => ({ deliveryID, set, ...(people && { people: [...people] }) })

/** How many statements there are, and who has none for which reason. */
const Counts = ({ preview: { statements, isPreview, without } }: { readonly preview: Preview }) => {
  const { text } = useOffice()
  const missing = reasons.filter((reason) => without[reason] > 0)
  return (
    <>
      <p className={styles.counts}>{text('exports.statements.count', { count: statements })}</p>
      {isPreview && statements > 0 && <p className={styles.help}>{text('exports.statements.preview')}</p>}
      {missing.length > 0 && (
        <ul className={styles.without}>
          {missing.map((reason) => (
            <li key={reason}>{text(`exports.without.${reason}`, { count: without[reason] })}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Statements of results as PDFs, with whom they are of before they are printed. */
export const StatementsPart = ({
  onEverybody,
  onSaved,
  ...asked
}: Asked & { onEverybody(): void; onSaved(notice: string): void }) => {
  const { api, text } = useOffice()
  const { fetchBy } = useOfficeParts()
  const [part, setPart] = useState(1)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { data, error, refetch } = useQuery(officeQuery(api, officePreviewStatements, { body: bodyOf(asked) }))
  const wanted = Math.min(part, Math.max(1, data?.parts ?? 1))
  const take = async () => {
    setPending(true)
    setProblem(undefined)
    const taken = await takeExport({ api, fetchBy }, officeStatements, { body: { ...bodyOf(asked), part: wanted } })
    setPending(false)
    if (taken.ok) onSaved(text('exports.saved', { file: taken.name }))
    else setProblem(problemText(taken.failure, text))
  }
  return (
    <Section title={text('exports.statements')}>
      <p className={styles.help}>{text('exports.statements.help')}</p>
      {asked.people && (
        <div className={styles.counts}>
          <p>{text('exports.statements.selected', { count: asked.people.length })}</p>
          <Button className={density.press} onPress={onEverybody}>
            {text('exports.statements.everybody')}
          </Button>
        </div>
      )}
      {error ? (
        <>
          <Problem>{failureText(error.failure, text)}</Problem>
          <Button className={density.press} onPress={() => void refetch()}>
            {text('exports.again')}
          </Button>
        </>
      ) : (
        <div aria-busy={data === undefined}>{data ? <Counts preview={data} /> : <p>{text('exports.counting')}</p>}</div>
      )}
      {data && data.parts > 1 && (
        <Select
          label={text('exports.part')}
          value={String(wanted)}
          options={Array.from({ length: data.parts }, (_, index) => ({
            id: String(index + 1),
            title: text('exports.partOf', { part: index + 1, parts: data.parts }),
          }))}
          onChange={(id) => setPart(Number(id))}
        />
      )}
      {problem !== undefined && <Problem>{problem}</Problem>}
      {data && data.statements > 0 && (
        <Button className={density.press} isPending={isPending} onPress={() => void take()}>
          {text(data.isPreview ? 'exports.statements.takePreview' : 'exports.statements.take')}
        </Button>
      )}
    </Section>
  )
}
