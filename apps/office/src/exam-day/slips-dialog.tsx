import {
  type DeliveryState,
  officePreviewSlips,
  officeReplacePins,
  officeSlips,
  type SlipsPreview,
  slipsPreview,
} from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { officeQuery } from '../calls/office-query.ts'
import { useReadDeliveriesAgain } from '../deliveries/use-deliveries.ts'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { bodyOf, firstWishes, PaperFields } from './paper-fields.tsx'
import { useSavingPaper } from './save-paper.ts'

const kinds = ['keep', 'replace'] as const
type Kind = (typeof kinds)[number]

/** For whom there will be slips, and what becomes of PINs that were printed before. */
const Consequences = ({ preview, kind }: { readonly preview: SlipsPreview; readonly kind: Kind }) => {
  const { text } = useOffice()
  return (
    <ul>
      <li>{text('examDay.slips.count', { count: preview.slips })}</li>
      {preview.withoutPin > 0 && <li>{text('examDay.slips.withoutPin', { count: preview.withoutPin })}</li>}
      {kind === 'replace' && (
        <>
          <li>{text('examDay.slips.replaced', { count: preview.replaceable })}</li>
          <li>{text('examDay.slips.forGood')}</li>
        </>
      )}
      <li>{text('examDay.slips.logged')}</li>
    </ul>
  )
}

/** Prints slips with PINs; on request every PIN of who has not begun is replaced before. */
export const SlipsDialog = ({
  delivery,
  onDone,
  onClose,
}: {
  readonly delivery: DeliveryState
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const readAgain = useReadDeliveriesAgain()
  const [wishes, setWishes] = useState(firstWishes)
  const [kind, setKind] = useState<Kind>('keep')
  const { isPending, problem, setProblem, save } = useSavingPaper()
  const [isReplacing, setReplacing] = useState(false)
  const { order: _, ...which } = bodyOf(delivery, wishes)
  const asked = officeQuery(api, officePreviewSlips, { body: which })
  const { data: preview, isError } = useQuery({ ...asked, staleTime: 0 })
  /** Whether PINs are as the person was shown that they would be. */
  const replace = async (hash: string): Promise<boolean> => {
    setReplacing(true)
    setProblem(undefined)
    const outcome = await api.call(officeReplacePins, { body: { ...which, hash } })
    setReplacing(false)
    readAgain()
    if (outcome.ok) return true
    const current = outcome.kind === 'refused' ? z.safeParse(slipsPreview, outcome.current).data : undefined
    if (current) queries.setQueryData(asked.queryKey, current)
    else void queries.invalidateQueries({ queryKey: [officePreviewSlips.name] })
    setProblem(current ? text('examDay.slips.changed') : failureText(outcome, text))
    return false
  }
  const print = async () => {
    if (!preview) return
    if (kind === 'replace' && !(await replace(preview.hash))) return
    // They are replaced: whoever tries again, because the file did not come, must not replace them once more.
    setKind('keep')
    if (await save(officeSlips, { body: bodyOf(delivery, wishes) }))
      onDone(text(kind === 'replace' ? 'examDay.slips.doneReplaced' : 'examDay.slips.done'))
  }
  return (
    <FormDialog
      title={text('examDay.slips')}
      submit={text(kind === 'replace' ? 'examDay.slips.replaceAndSave' : 'examDay.paper.save')}
      errors={{}}
      problem={problem}
      isPending={isPending || isReplacing}
      onSubmit={() => void print()}
      onCancel={onClose}
    >
      <PaperFields delivery={delivery} wishes={wishes} onChange={setWishes} />
      <Choice
        label={text('examDay.slips.pins')}
        options={kinds.map((id) => ({ id, title: text(`examDay.slips.${id}`) }))}
        value={kind}
        onChange={(id) => setKind(kinds.find((one) => one === id) ?? 'keep')}
      />
      {isError && <Problem>{text('examDay.slips.failed')}</Problem>}
      <div role="status">
        {preview ? <Consequences preview={preview} kind={kind} /> : !isError && <p>{text('examDay.slips.loading')}</p>}
      </div>
    </FormDialog>
  )
}
