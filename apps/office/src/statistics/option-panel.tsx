import { SidePanel } from '@sitwell/office-ui/side-panel.tsx'
import type { ComponentProps } from 'react'
import { useOffice } from '../office-context.tsx'
import { QuestionFigures } from './question-figures.tsx'

/** What the statistics know of one question, beside the table. */
export const OptionPanel = ({ onClose, ...figures }: ComponentProps<typeof QuestionFigures> & { onClose(): void }) => {
  const { text } = useOffice()
  return (
    <SidePanel title={text('statistics.options', { number: figures.question.number })} onClose={onClose}>
      <p dir="auto">{figures.question.text}</p>
      {figures.question.decided && <p>{text(`statistics.decision.${figures.question.decided}`)}</p>}
      <QuestionFigures {...figures} />
    </SidePanel>
  )
}
