import {
  type GivenAnswerRow,
  type ResultDecision,
  type ResultDecisionKind,
  type ResultRulesPreview,
  resultDecisionKinds,
} from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { RulesDialog } from './rules-dialog.tsx'

const downs = ['apply', 'keep'] as const

/** A decision about a question: of which kind, what becomes of whoever goes down, whom it moves, and why. */
export const DecideDialog = ({
  deliveryID,
  question: { id: questionID, number },
  basedOn,
  answers,
  tried,
  onDone,
  onClose,
}: {
  readonly deliveryID: string
  readonly question: { readonly id: string; readonly number: number }
  readonly basedOn: number
  /** Those that can be accepted. */
  readonly answers: readonly GivenAnswerRow[]
  /** The one of them that the dialog begins with. */
  readonly tried: GivenAnswerRow | undefined
  onDone(): void
  onClose(): void
}) => {
  const { text } = useOffice()
  const kinds = resultDecisionKinds.filter((one) => one !== 'accept' || answers.length > 0)
  const [kind, setKind] = useState<ResultDecisionKind>()
  const [answer, setAnswer] = useState(() => String(Math.max(0, tried ? answers.indexOf(tried) : 0)))
  const [chosenDown, setDown] = useState<'' | ResultDecision['down']>('')
  const also = answers[Number(answer)]
  const decisionOf = (chosen: ResultDecisionKind): ResultDecision => ({
    ...{ questionID, kind: chosen, down: (chosen === 'neutralise' && chosenDown) || 'apply' },
    ...(chosen === 'accept' && also && { also: also.answer }),
  })
  const movesDown = ({ down, kept }: ResultRulesPreview) => kind === 'neutralise' && down + kept > 0
  return (
    <RulesDialog
      deliveryID={deliveryID}
      title={text('rules.decideTitle', { number })}
      confirm={text('rules.decideConfirm')}
      change={kind && { basedOn, decide: [decisionOf(kind)] }}
      isReady={(preview) => !movesDown(preview) || chosenDown !== ''}
      onDone={onDone}
      onClose={onClose}
    >
      {(preview) => (
        <>
          <Choice
            label={text('rules.kind')}
            isRequired
            value={kind ?? ''}
            onChange={(id) => setKind(resultDecisionKinds.find((one) => one === id))}
            options={[{ id: '', title: text('rules.choose') }, ...kinds.map((id) => ({ id, title: text(`rules.kind.${id}`) }))]}
          />
          {kind === 'accept' && (
            <Choice
              label={text('rules.also')}
              isRequired
              value={answer}
              onChange={setAnswer}
              options={answers.map(({ text: words, count }, at) => ({
                ...{ id: String(at), title: text('rules.alsoOption', { answer: words, count }) },
              }))}
            />
          )}
          {kind === 'neutralise' && preview && movesDown(preview) && (
            <Choice
              label={text('rules.downs', { count: preview.down + preview.kept })}
              isRequired
              value={chosenDown}
              onChange={(id) => setDown(downs.find((one) => one === id) ?? '')}
              options={[
                { id: '', title: text('rules.choose') },
                ...downs.map((id) => ({ id, title: text(`rules.down.${id}`) })),
              ]}
            />
          )}
        </>
      )}
    </RulesDialog>
  )
}
