import type { Failure } from '@sitwell/client/api'
import {
  officeApplyResultRules,
  officeResultCurve,
  officeResultRules,
  type ResultRulesChange,
  type ResultRulesPreview,
} from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { PeopleWhoMove } from './people-who-move.tsx'
import styles from './result-rules.module.css'
import { effectTexts } from './rules-text.ts'
import { useRulesPreview } from './use-rules-preview.ts'

const explained = (failure: Failure, text: OfficeText): string => {
  if (failure.kind !== 'unreachable' && failure.code === 'CHANGED_MEANWHILE') return text('rules.changedMeanwhile')
  if (failure.kind !== 'unreachable' && failure.code === 'INVALID_REQUEST') return text('rules.invalid')
  return failureText(failure, text)
}

/** The lists of people that the dialog offers: those that somebody is in. */
type Shown = 'down' | 'grade' | 'kept' | 'moved' | 'up'

const shownOf = ({ up, down, grade, kept }: ResultRulesPreview): readonly Shown[] => [
  'moved',
  ...(up > 0 ? (['up'] as const) : []),
  ...(down > 0 ? (['down'] as const) : []),
  ...(grade > 0 ? (['grade'] as const) : []),
  ...(kept > 0 ? (['kept'] as const) : []),
]

/**
 * Before a change of the rules: who goes up and down, by name, and why it is done. It is applied by the hash of what shows; if that is no longer so, the dialog stays and shows what
 * the change would do now.
 */
export const RulesDialog = ({
  deliveryID,
  title,
  confirm,
  change,
  moves,
  isReady = () => true,
  onDone,
  onClose,
  children,
}: {
  readonly deliveryID: string
  readonly title: string
  readonly confirm: string
  /** Undefined as long as the fields of the dialog name none. */
  readonly change: ResultRulesChange | undefined
  /** Who goes up and down, if that is by grades alone: the server says it of marks. */
  readonly moves?: string
  /** Whether what the dialog asks for is complete, given what the change does. */
  isReady?(preview: ResultRulesPreview): boolean
  onDone(applied: { readonly version: number; readonly set?: number | undefined }): void
  onClose(): void
  /** Fields of the change. */
  children?(preview: ResultRulesPreview | undefined): ReactNode
}) => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const [show, setShow] = useState<Shown>('moved')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { preview, rows, isBusy, error, hasMore, isReadingMore, more, again } = useRulesPreview({ deliveryID, change, show })
  const apply = async (reason: string) => {
    if (!change || !preview) return
    setPending(true)
    setProblem(undefined)
    const outcome = await api.call(officeApplyResultRules, { body: { deliveryID, change, hash: preview.hash, reason } })
    setPending(false)
    if (!outcome.ok) {
      setProblem(explained(outcome, text))
      if (outcome.kind !== 'unreachable' && outcome.code === 'CHANGED_MEANWHILE') {
        for (const { name } of [officeResultRules, officeResultCurve]) void queries.invalidateQueries({ queryKey: [name] })
        again()
      }
      return
    }
    onDone(outcome.value)
  }
  const failed = error instanceof CallFailed ? explained(error.failure, text) : undefined
  const shown = failed === undefined && change ? preview : undefined
  return (
    <ConfirmDialog
      title={title}
      consequences={shown && !isBusy ? effectTexts(shown, text, moves) : []}
      confirm={confirm}
      asksReason
      isReady={shown !== undefined && !isBusy && isReady(shown)}
      isPending={isPending}
      problem={problem}
      onConfirm={(reason) => void apply(reason)}
      onClose={onClose}
    >
      {children?.(shown)}
      <div role="status">{isBusy && change && <p>{text('rules.working')}</p>}</div>
      {failed !== undefined && (
        <div className={styles.failed}>
          <Problem>{failed}</Problem>
          <Button className={density.press} onPress={again}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      {shown && shown.up + shown.down + shown.grade + shown.kept > 0 && (
        <div className={styles.movers} aria-busy={isBusy}>
          <Choice
            label={text('rules.who')}
            value={show}
            onChange={(id) => setShow(shownOf(shown).find((one) => one === id) ?? 'moved')}
            options={shownOf(shown).map((id) => ({ id, title: text(`rules.show.${id}`) }))}
          />
          <PeopleWhoMove rows={rows} hasMore={hasMore} isReadingMore={isReadingMore} onMore={more} />
        </div>
      )}
    </ConfirmDialog>
  )
}
