import { officeWithholdResults, type ResultRow } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useOffice } from '../../office-context.tsx'
import { outcomeStatus, rowName } from '../result-text.ts'
import { useRequestIds, useResultAct } from '../use-result-act.ts'
import { ConcernedList } from './concerned-list.tsx'
import { mostAtOnce, peopleOf } from './selected.ts'

/** Withholds the results of some people from them, or ends that, with a reason: for all of them or for nobody. */
export const HoldDialog = ({
  deliveryID,
  rows,
  act,
  onDone,
  onClose,
}: {
  readonly deliveryID: string
  readonly rows: readonly ResultRow[]
  readonly act: 'hold' | 'unhold'
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const { run, isPending, problem } = useResultAct()
  const requestId = useRequestIds()
  const apply = async (reason: string) => {
    const body = { deliveryID, people: peopleOf(rows), isWithheld: act === 'hold', reason }
    const done = await run(() => api.call(officeWithholdResults, { body: { ...body, requestId: requestId(body) } }))
    if (done) onDone(text('results.done', { count: done.people }))
  }
  return (
    <ConfirmDialog
      title={text(`results.act.${act}.title`, { count: rows.length })}
      consequences={[text(`results.act.${act}.does`)]}
      confirm={text(`results.act.${act}.do`)}
      isDangerous={act === 'hold'}
      asksReason
      isReady={rows.length <= mostAtOnce}
      isPending={isPending}
      problem={rows.length > mostAtOnce ? text('results.tooMany', { count: mostAtOnce }) : problem}
      onConfirm={(reason) => void apply(reason)}
      onClose={onClose}
    >
      <ConcernedList
        title={text('results.concerned')}
        items={rows.map((row) => ({
          id: row.row,
          words: text('results.personIs', { name: rowName(row, text), state: outcomeStatus(row, text).text }),
        }))}
      />
    </ConfirmDialog>
  )
}
