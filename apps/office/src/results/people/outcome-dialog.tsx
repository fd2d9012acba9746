import { decidableOutcomes, officeSetOutcomes, type ResultRow } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { TextArea } from '@sitwell/office-ui/text-input.tsx'
import { useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { outcomeStatus, rowName } from '../result-text.ts'
import { useRequestIds, useResultAct } from '../use-result-act.ts'
import { ConcernedList } from './concerned-list.tsx'
import { mostAtOnce, peopleOf } from './selected.ts'

const choices = [...decidableOutcomes, 'derived'] as const
type Chosen = (typeof choices)[number]

/** Decides the outcome of some people, with a reason: for all of them or for nobody. */
export const OutcomeDialog = ({
  deliveryID,
  rows,
  onDone,
  onClose,
}: {
  readonly deliveryID: string
  readonly rows: readonly ResultRow[]
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const { run, isPending, problem } = useResultAct()
  const requestId = useRequestIds()
  const [outcome, setOutcome] = useState<Chosen | ''>('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  // Nobody has sat an exam of which nothing was handed in: the server refuses it for all.
  const without = outcome === 'sat' ? rows.filter(({ sittings }) => sittings === 0) : []
  const submit = async () => {
    const found = {
      outcome:
        outcome === ''
          ? text('results.outcome.choose')
          : without.length > 0
            ? text('results.outcome.notSat', { count: without.length })
            : undefined,
      reason: reason.trim() === '' ? text('results.reasonMissing') : undefined,
    }
    setErrors(found)
    if (outcome === '' || found.outcome !== undefined || found.reason !== undefined) return
    const body = { deliveryID, people: peopleOf(rows), outcome, reason: reason.trim() }
    const done = await run(() => api.call(officeSetOutcomes, { body: { ...body, requestId: requestId(body) } }))
    if (done) onDone(text('results.done', { count: done.people }))
  }
  return (
    <FormDialog
      title={text('results.act.outcome.title', { count: rows.length })}
      submit={text('results.act.outcome.save')}
      errors={errors}
      problem={rows.length > mostAtOnce ? text('results.tooMany', { count: mostAtOnce }) : problem}
      isPending={isPending}
      onSubmit={() => void (rows.length > mostAtOnce || submit())}
      onCancel={onClose}
    >
      <Choice
        label={text('results.outcome')}
        isRequired
        value={outcome}
        error={errors.outcome}
        help={outcome === '' ? undefined : text(`results.outcome.help.${outcome}`)}
        options={[
          ...(outcome === '' ? [{ id: '', title: text('results.outcome.choose') }] : []),
          ...choices.map((id) => ({ id, title: text(`results.outcome.${id}`) })),
        ]}
        onChange={(id) => setOutcome(choices.find((one) => one === id) ?? '')}
      />
      <TextArea
        label={text('results.reason')}
        help={text('results.reasonHelp')}
        isRequired
        maxLength={1000}
        error={errors.reason}
        value={reason}
        onChange={setReason}
      />
      <ConcernedList
        title={text('results.concerned')}
        items={rows.map((row) => ({
          id: row.row,
          words: text('results.personIs', { name: rowName(row, text), state: outcomeStatus(row, text).text }),
        }))}
      />
    </FormDialog>
  )
}
