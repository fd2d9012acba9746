import { type MarkedChoice, markedChoices, type officePreviewMarkScheme, type ReplyOf } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { responsesTexts } from './scheme-text.ts'

export type Effect = ReplyOf<typeof officePreviewMarkScheme>

/** What a change of a scheme does, before it is saved; if responses are marked, whoever saves says what happens to them. */
export const EffectDialog = ({
  effect,
  isPending,
  problem,
  onSave,
  onClose,
}: {
  readonly effect: Effect
  readonly isPending: boolean
  readonly problem: string | undefined
  onSave(reason: string, marked: MarkedChoice | undefined): void
  onClose(): void
}) => {
  const { text } = useOffice()
  const [chosen, setChosen] = useState('')
  const { change, responses, removed } = effect
  const isAffecting = responses.marked + responses.unsettled > 0
  const choice = markedChoices.find((one) => one === chosen)
  const counted = responsesTexts(responses, text)
  return (
    <ConfirmDialog
      title={text('schemes.effectTitle')}
      consequences={[
        text(change === 'marks' ? 'schemes.changesMarks' : 'schemes.changesTexts'),
        ...(counted.length === 0 ? [text('schemes.noResponses')] : counted),
        ...(removed.length > 0 ? [text('schemes.removed', { what: removed.join(', ') })] : []),
      ]}
      confirm={text('schemes.saveVersion')}
      asksReason
      isReady={!isAffecting || choice !== undefined}
      isPending={isPending}
      problem={problem}
      onConfirm={(reason) => onSave(reason, isAffecting ? choice : undefined)}
      onClose={onClose}
    >
      {isAffecting && (
        <Choice
          label={text('schemes.choice')}
          isRequired
          value={chosen}
          onChange={setChosen}
          options={[
            { id: '', title: text('schemes.choose') },
            { id: 'keep', title: text('schemes.keep') },
            { id: 'return', title: text('schemes.return') },
          ]}
        />
      )}
    </ConfirmDialog>
  )
}
